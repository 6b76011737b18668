import { AppError, serviceUnavailable } from '../../../shared/contract/core/errors.ts'

/** Works that run at once, each of another client. */
const MAX_RUNNING = 2
/** Works of one client that wait. */
const MAX_WAITING = 8

/** Runs works of clients in turn (round robin), so that nobody waits for more than one work of each other client. */
export interface FairQueue {
  /**
   * Throws 503 at once if as many works of the client wait as may, and for one that is not wanted any more when its turn, or
   * another work of the client, comes.
   */
  run<T>(client: string, work: () => Promise<T>, isWanted: () => boolean): Promise<T>
}

interface Waiting {
  begin(): Promise<void>
  isWanted(): boolean
  drop(): void
}

export function createFairQueue(): FairQueue {
  /** The client whose turn is next comes first. */
  const clients = new Map<string, Waiting[]>()
  const running = new Set<string>()

  /** Those of a client that are wanted; the others end. */
  const wanted = (client: string): Waiting[] => {
    const works = clients.get(client) ?? []
    for (const one of works) if (!one.isWanted()) one.drop()
    return works.filter((one) => one.isWanted())
  }

  /** Puts what a client waits for behind that of the others. */
  const queue = (client: string, works: Waiting[]) => {
    clients.delete(client)
    if (works.length > 0) clients.set(client, works)
  }

  const startNext = () => {
    for (const client of [...clients.keys()]) {
      if (running.size >= MAX_RUNNING) return
      if (running.has(client)) continue
      const [next, ...others] = wanted(client)
      queue(client, others)
      if (!next) continue
      running.add(client)
      void next.begin().finally(() => {
        running.delete(client)
        queue(client, clients.get(client) ?? [])
        startNext()
      })
    }
  }

  return {
    run: (client, work, isWanted) =>
      new Promise((resolve, reject) => {
        const works = wanted(client)
        clients.set(client, works)
        if (works.length >= MAX_WAITING) {
          const message = `${MAX_WAITING} reports of this client are waiting. Ask again when they are answered.`
          return reject(new AppError('service_unavailable', message))
        }
        const drop = () => reject(serviceUnavailable(new Error('Nobody waits for it any more')))
        works.push({ begin: () => work().then(resolve, reject), isWanted, drop })
        startNext()
      }),
  }
}
