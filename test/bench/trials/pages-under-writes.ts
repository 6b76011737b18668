import type { Loader } from '../loader.ts'
import { measure, ownMicros, type Sample } from '../measure.ts'
import { sendOpenLoop } from '../open-loop/send-open-loop.ts'
import { median } from '../statistics.ts'
import { requestsOf, workloadNamed } from '../workloads.ts'
import type { Door } from '../world/contestant.ts'
import type { World } from '../world/world.ts'
import type { TrialOptions } from './trial.ts'

/** Random pages of lots on a stock that is being written, against the same stock at rest (P15). */
export interface PagesUnderWritesRow {
  readonly contestant: string
  readonly restingP50Ms: number
  readonly writtenP50Ms: number
  readonly perSecond: number
  /** CPU of the contestant's own processes for a page at rest. */
  readonly restingOwnMicros: number
  /** The same among receipts, without that of the receipts; NaN if pages are not answered. */
  readonly ownMicros: number
  readonly refused: number
}

const RECEIPTS_PER_SECOND = 300
/** So few readers that the receipts get through. */
const READERS = 8

export async function readUnderWrites(
  world: World,
  loader: Loader,
  options: TrialOptions,
): Promise<PagesUnderWritesRow[]> {
  const rows: PagesUnderWritesRow[] = []
  // Ours first, then each peer once: it accepts more receipts than it can write, and is busy with them long after its round.
  for (const { name, stock, variant } of world.contestants) {
    if (variant === 'documented') continue
    const rounds: Figures[] = []
    const count = variant === 'ours' ? options.rounds : 1
    for (let round = 0; round < count; round++) {
      const figures = await readPages(world, loader, stock, options)
      rounds.push(figures)
      const { restingP50Ms, writtenP50Ms } = figures
      options.say(`${name} pages: ${restingP50Ms.toFixed(1)} ms at rest, ${writtenP50Ms.toFixed(1)} ms written`)
    }
    const medianOf = (figure: keyof Figures) => median(rounds.map((figures) => figures[figure]).filter(Number.isFinite))
    rows.push({
      contestant: name,
      restingP50Ms: medianOf('restingP50Ms'),
      writtenP50Ms: medianOf('writtenP50Ms'),
      perSecond: medianOf('perSecond'),
      restingOwnMicros: medianOf('restingOwnMicros'),
      ownMicros: medianOf('ownMicros'),
      refused: rounds.reduce((sum, { refused }) => sum + refused, 0),
    })
  }
  return rows
}

type Figures = Omit<PagesUnderWritesRow, 'contestant'>

async function readPages(world: World, loader: Loader, door: Door, options: TrialOptions): Promise<Figures> {
  const pages = {
    ...options,
    connections: READERS,
    requests: requestsOf(workloadNamed('lots'), world.stage, door.lots),
  }
  const receipts = requestsOf(workloadNamed('receive'), world.stage, door.lots)
  const whileReceiving = async (run: typeof pages): Promise<Mixture> => {
    const { url, token } = door
    const seconds = run.warmUpSeconds + run.seconds
    const job = { url, tokens: [token], perSecond: RECEIPTS_PER_SECOND, seconds, requests: receipts }
    const [sample, sent] = await Promise.all([measure(world, loader, door, run), sendOpenLoop(job)])
    return { sample, receipts: sent.acceptedMs.length / sent.seconds }
  }
  const resting = await measure(world, loader, door, pages)
  const mixture = await whileReceiving(pages)
  const fewPages = await whileReceiving({ ...pages, connections: 1 })
  const written = mixture.sample
  return {
    restingP50Ms: toFigure(resting.latencyMs.p50),
    writtenP50Ms: toFigure(written.latencyMs.p50),
    perSecond: written.requestsPerSecond,
    restingOwnMicros: ownMicros(resting),
    ownMicros: microsOfPage(mixture, fewPages),
    refused: Object.values(written.failed).reduce((sum, count) => sum + count, 0),
  }
}

/** NaN for a load of which nothing was answered, which is no figure: the loading process sends figures as JSON, where NaN is null. */
const toFigure = (value: number | null): number => value ?? Number.NaN

/** Pages, and the receipts a second that were accepted meanwhile. */
interface Mixture {
  readonly sample: Sample
  readonly receipts: number
}

/** Two mixtures of pages and receipts are two equations: the CPU per second of each is pages x page + receipts x receipt. */
function microsOfPage(one: Mixture, other: Mixture): number {
  const pages = ({ sample }: Mixture) => sample.requestsPerSecond
  const micros = ({ sample }: Mixture) => ownMicros(sample) * sample.requestsPerSecond
  const determinant = pages(one) * other.receipts - pages(other) * one.receipts
  return (micros(one) * other.receipts - micros(other) * one.receipts) / determinant
}
