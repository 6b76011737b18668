import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningProcesses } from './processes.ts'
import { parsePrometheusText } from './prometheus-text.ts'

/** What a process tells its operator. */
export interface Admin {
  get(path: string): Promise<Response>
  /** Names of what is missing and of what is degraded, and the status. */
  readiness(): Promise<{ status: number; notReady: string[]; degraded: string[] }>
  /** The sum of a figure's samples that have these labels; 0 if there are none. */
  figure(name: string, labels?: Readonly<Record<string, string>>): Promise<number>
}

/** The admin port that a process of that name has logged last. */
export function adminOf({ dataDir }: Pick<RunningProcesses, 'dataDir'>, name: string): Admin {
  const log = readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8')
  const port = [...log.matchAll(/"adminPort":(\d+)/g)].at(-1)?.[1]
  if (port === undefined) throw new Error(`${name} has not said where its admin port is`)
  return adminAt(`http://127.0.0.1:${port}`)
}

export function adminAt(url: string): Admin {
  const get = (path: string) => fetch(url + path)
  return {
    get,
    async readiness() {
      const response = await get('/readyz')
      // The form of HealthReport, which the tests look into.
      const { notReady, degraded } = (await response.json()) as Record<'notReady' | 'degraded', { name: string }[]>
      const namesOf = (faults: { name: string }[]) => faults.map(({ name }) => name)
      return { status: response.status, notReady: namesOf(notReady), degraded: namesOf(degraded) }
    },
    async figure(name, labels = {}) {
      const samples = parsePrometheusText(await (await get('/metrics')).text())
      const matching = samples.filter(
        (sample) =>
          sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )
      return matching.reduce((sum, { value }) => sum + value, 0)
    },
  }
}
