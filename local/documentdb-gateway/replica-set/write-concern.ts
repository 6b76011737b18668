import { type Document, deserialize } from 'bson'
import { CommandError } from '../errors/command-error.ts'
import type { Command } from '../wire/command.ts'

const LARGEST_W = 50
const MEMBERS = ['w', 'j', 'fsync', 'wtimeout', 'wElectionId', 'wOpTime', 'provenance', 'getLastError']

/**
 * Checks the write concern of a command. Returns the write concern error that a replica set of one member adds to the
 * reply; undefined when the write concern is satisfied.
 */
export function checkWriteConcern({ writeConcern, inTransaction, name }: Command): Document | undefined {
  if (!writeConcern) return undefined
  const concern: Document = deserialize(writeConcern)
  const unknown = Object.keys(concern).find((member) => !MEMBERS.includes(member))
  if (unknown) throw new CommandError('Location40415', `BSON field 'writeConcern.${unknown}' is an unknown field.`)
  if (READS.has(name)) throw new CommandError('InvalidOptions', 'Command does not support writeConcern')
  if (inTransaction && name !== 'commitTransaction' && name !== 'abortTransaction')
    throw new CommandError('InvalidOptions', 'writeConcern is not allowed within a multi-statement transaction')
  return unsatisfied(concern)
}

const READS: ReadonlySet<string> = new Set(['find', 'count', 'distinct', 'getMore', 'listIndexes', 'listCollections'])

function unsatisfied({ w = 'majority', ...rest }: Document): Document | undefined {
  const errInfo = { writeConcern: { w, wtimeout: 0, ...rest, provenance: 'clientSupplied' } }
  if (typeof w === 'number') {
    if (w < 0 || w > LARGEST_W || !Number.isInteger(w))
      throw new CommandError(
        'FailedToParse',
        `w has to be a non-negative number and not greater than ${LARGEST_W}; found: ${w}`,
      )
    return w <= 1
      ? undefined
      : { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'Not enough data-bearing nodes', errInfo }
  }
  if (typeof w !== 'string')
    throw new CommandError('FailedToParse', `w has to be a number, string, or object; found: ${typeof w}`)
  if (w === 'majority') return undefined
  const errmsg = `No write concern mode named '${w}' found in replica set configuration`
  return { code: 79, codeName: 'UnknownReplWriteConcern', errmsg, errInfo }
}
