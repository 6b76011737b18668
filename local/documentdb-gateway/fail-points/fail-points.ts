import { type Document, deserialize } from 'bson'
import { CommandError } from '../errors/command-error.ts'

// Those of MongoDB's fail points that the gateway has.
const NAMES = ['failCommand', 'onPrimaryTransactionalWrite', 'WTWriteConflictException'] as const
export type FailPointName = (typeof NAMES)[number]

interface FailPoint {
  name: FailPointName
  mode: Document | 'alwaysOn'
  data: Document
  /** How often it was active. */
  activations: number
  /** How often it matched, active or not. */
  matches: number
}

/**
 * MongoDB's fail points: the command configureFailPoint switches faults on and off. Unlike MongoDB's, a fail point is kept
 * for each appName in its data, so that test programs that run at once do not replace each other's.
 */
export class FailPoints {
  #points: FailPoint[] = []
  readonly #counts = new Map<FailPointName, number>()

  /** Carries out a configureFailPoint command. */
  configure(body: Buffer): Document {
    const { configureFailPoint, mode, data = {} } = deserialize(body)
    const name = NAMES.find((each) => each === configureFailPoint)
    if (!name) throw new CommandError('FailPointSetFailed', `${configureFailPoint} not found`)
    const isReplaced = (point: FailPoint) =>
      point.name === name && (point.data.appName === data.appName || (mode === 'off' && data.appName === undefined))
    if (mode !== 'off' && !isMode(mode)) {
      throw new CommandError('BadValue', `fail point mode ${JSON.stringify(mode)} is not known`)
    }
    this.#points = this.#points.filter((point) => !isReplaced(point))
    if (mode !== 'off') this.#points.push({ name, mode, data, activations: 0, matches: 0 })
    return { count: this.#counts.get(name) ?? 0, ok: 1 }
  }

  /** Whether a fail point is on. */
  isOn(name: FailPointName): boolean {
    return this.#points.some((point) => point.name === name)
  }

  /** The data of a fail point that is active for a command of this program; `matches` checks further members of the data. */
  activate(
    name: FailPointName,
    appName: string | undefined,
    matches: (data: Document) => boolean = () => true,
  ): Document | undefined {
    for (const point of this.#points) {
      const isForProgram = point.data.appName === undefined || point.data.appName === appName
      if (point.name !== name || !isForProgram || !matches(point.data)) continue
      point.matches++
      if (!isActive(point)) continue
      point.activations++
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
      return point.data
    }
    return undefined
  }
}

function isMode(mode: unknown): mode is FailPoint['mode'] {
  if (mode === 'alwaysOn') return true
  if (typeof mode !== 'object' || mode === null) return false
  return 'times' in mode || 'skip' in mode || 'activationProbability' in mode
}

function isActive({ mode, activations, matches }: FailPoint): boolean {
  if (mode === 'alwaysOn') return true
  if (typeof mode.times === 'number') return activations < mode.times
  if (typeof mode.skip === 'number') return matches > mode.skip
  return Math.random() < mode.activationProbability
}
