import { deserialize, Timestamp } from 'bson'
import { CommandError } from '../errors/command-error.ts'
import { elementOf, embeddedValue } from '../wire/bson-scan.ts'
import type { Command } from '../wire/command.ts'
import { stagesOf } from '../wire/pipeline.ts'
import type { ClusterClock } from './cluster-clock.ts'

/** A read concern, checked. */
export interface ReadConcern {
  level: string
  /** The time of the snapshot to read, for level snapshot outside a transaction. */
  atClusterTime: bigint | undefined
}

const LEVELS = ['local', 'available', 'majority', 'linearizable', 'snapshot']
const IN_TRANSACTION = ['local', 'majority', 'snapshot']
const EVERY_LEVEL: ReadonlySet<string> = new Set(['find', 'aggregate', 'distinct'])

/** Checks the read concern of a command by MongoDB's rules; undefined when there is none. */
export function checkReadConcern(command: Command, clock: ClusterClock): ReadConcern | undefined {
  const { readConcern, inTransaction, startsTransaction, name } = command
  if (!readConcern || readConcern.length <= 5) return undefined
  const { level, afterClusterTime, atClusterTime, provenance: _, ...others } = deserialize(readConcern)
  const [unknown] = Object.keys(others)
  if (unknown) throw invalid(`Unrecognized option in readConcern: ${unknown}`)
  if (level !== undefined && !LEVELS.includes(level))
    throw new CommandError(
      'FailedToParse',
      "readConcern.level must be either 'local', 'majority', 'linearizable', 'available', or 'snapshot'",
    )
  if (inTransaction && !startsTransaction)
    throw invalid('Only the first command in a transaction may specify a readConcern')
  checkTimes(level, afterClusterTime, atClusterTime, clock)
  if (inTransaction) checkTransactionLevel(level)
  else checkSupport(name, level)
  if (level === 'linearizable' && name === 'aggregate') refuseWritingStages(command.body)
  return { level: level ?? 'local', atClusterTime: toTime(atClusterTime) }
}

function checkTransactionLevel(level: string | undefined): void {
  if (level !== undefined && !IN_TRANSACTION.includes(level))
    throw invalid(
      "The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to run in a transaction",
    )
}

// Outside a transaction only these read more than the newest state; writes never do.
function checkSupport(name: string, level: string | undefined): void {
  const isSupported = level === undefined || level === 'local' || level === 'available' || EVERY_LEVEL.has(name)
  if (isSupported || (name === 'count' && level !== 'snapshot')) return
  const readConcern = `{ readConcern: { level: "${level}", provenance: "clientSupplied" } }`
  throw invalid(`Command ${name} does not support ${readConcern} :: caused by :: read concern not supported`)
}

function refuseWritingStages(body: Buffer): void {
  const element = elementOf(body, 'pipeline')
  const pipeline = element && embeddedValue(body, element)
  const stage = [...(pipeline ? stagesOf(pipeline) : [])].find((each) => each === '$out' || each === '$merge')
  if (stage) throw invalid(`${stage} cannot be used with a 'linearizable' read concern level`)
}

function checkTimes(level: string | undefined, after: unknown, at: unknown, clock: ClusterClock): void {
  const afterTime = toTime(after)
  if (after !== undefined && afterTime === undefined)
    throw new CommandError('TypeMismatch', 'afterClusterTime must be a timestamp')
  if (afterTime === 0n) throw invalid('afterClusterTime cannot be a null timestamp')
  if (afterTime !== undefined && at !== undefined)
    throw invalid('Can not specify both afterClusterTime and atClusterTime')
  if (afterTime !== undefined && (level === 'available' || level === 'linearizable'))
    throw invalid('afterClusterTime field can be set only if level is equal to majority, local, or snapshot')
  if (at !== undefined && level !== 'snapshot')
    throw invalid('atClusterTime field can be set only if level is equal to snapshot')
  if (afterTime !== undefined && afterTime > clock.time)
    throw invalid(
      'readConcern afterClusterTime value must not be greater than the current clusterTime. ' +
        `Requested clusterTime: ${afterTime}; current clusterTime: ${clock.time}`,
    )
}

function toTime(value: unknown): bigint | undefined {
  return value instanceof Timestamp ? value.toBigInt() : undefined
}

function invalid(message: string): CommandError {
  return new CommandError('InvalidOptions', message)
}
