import { parseArgs } from 'node:util'

const commands = ['compare', 'alone', 'cluster', 'scale', 'console', 'report'] as const
const isCommand = (name: string): name is BenchOptions['command'] => commands.some((command) => command === name)

/** The options of `npm run bench -- …`. */
export interface BenchOptions {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  readonly connections: number
  readonly items: number
  readonly lots: number
  /** Shares of a processor that each of several processes gets. */
  readonly quotas: readonly number[]
  /** Names of workloads, contestants and trials; all by default. */
  readonly only: readonly string[]
  readonly isQuick: boolean
  /** Sizes, in lots, at which the growing stock is measured. */
  readonly sizes: readonly number[]
  /** Whether `scale` is of reports. */
  readonly isOfReports: boolean
  /** Sizes, in movements, of the histories that reports are measured on. 10,000,000 take hours to derive. */
  readonly movements: readonly number[]
  /** Folder of the growing stock, or of the histories, which are continued if they exist. */
  readonly dataDir: string | undefined
  readonly command: (typeof commands)[number]
  /** Saves the results, from which the report is made. */
  readonly saves: boolean
}

const FULL = { rounds: '5', seconds: '3', warmUp: '1', lots: '10000' }
/** Runs whose warm-up takes most of the time. */
const LONG: Partial<Record<BenchOptions['command'], typeof FULL>> = {
  alone: { ...FULL, rounds: '2', seconds: '4' },
  cluster: { ...FULL, rounds: '2', seconds: '6' },
}
const QUICK = { rounds: '1', seconds: '1', warmUp: '1', lots: '2000' }

export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'warm-up': { type: 'string' },
      connections: { type: 'string', default: '64' },
      lots: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      sizes: { type: 'string', default: '10000,100000,1000000' },
      movements: { type: 'string', default: '10000,100000' },
      quotas: { type: 'string' },
      data: { type: 'string' },
      save: { type: 'boolean' },
    },
  })
  const only = values.only.flatMap((names) => names.split(','))
  const [command = 'compare', subject] = positionals
  if (!isCommand(command)) throw new Error(`Unknown command ${command}; there are ${commands.join(', ')}`)
  if (subject !== undefined && !(command === 'scale' && subject === 'reports'))
    throw new Error(`Unknown subject ${subject} of ${command}; there is reports of scale`)
  const unless = values.quick ? QUICK : (LONG[command] ?? FULL)
  const lots = Number(values.lots ?? unless.lots)
  return {
    command,
    rounds: Number(values.rounds ?? unless.rounds),
    seconds: Number(values.seconds ?? unless.seconds),
    warmUpSeconds: Number(values['warm-up'] ?? unless.warmUp),
    connections: Number(values.connections),
    lots,
    items: lots / 10,
    quotas: (values.quotas ?? (values.quick ? '0.25' : '0.25,0.15')).split(',').map(Number),
    only,
    isQuick: values.quick,
    sizes: values.sizes.split(',').map(Number),
    isOfReports: subject !== undefined,
    movements: values.movements.split(',').map(Number),
    dataDir: values.data,
    saves: values.save ?? !(values.quick || only.length > 0),
  }
}
