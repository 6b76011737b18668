import { CommandError } from '../errors/command-error.ts'
import { elementOf, embeddedValue } from '../wire/bson-scan.ts'
import type { Command } from '../wire/command.ts'
import { stagesOf } from '../wire/pipeline.ts'

const ALLOWED: ReadonlySet<string> = new Set([
  'abortTransaction',
  'aggregate',
  'bulkWrite',
  'commitTransaction',
  'create',
  'createIndexes',
  'delete',
  'distinct',
  'find',
  'findAndModify',
  'getMore',
  'insert',
  'killCursors',
  'update',
])
const NEVER_FIRST: ReadonlySet<string> = new Set(['killCursors', 'commitTransaction', 'abortTransaction'])
const RETRYABLE_WRITES: ReadonlySet<string> = new Set(['bulkWrite', 'insert', 'update', 'delete', 'findAndModify'])
/** Sent to the database admin, also in a transaction. */
const OF_ADMIN: ReadonlySet<string> = new Set(['bulkWrite', 'commitTransaction', 'abortTransaction'])
const FORBIDDEN_STAGES: ReadonlySet<string> = new Set([
  '$changeStream',
  '$collStats',
  '$currentOp',
  '$indexStats',
  '$listLocalSessions',
  '$listSessions',
  '$merge',
  '$out',
  '$planCacheStats',
  '$unionWith',
])

/** Refuses what MongoDB refuses in a transaction or with a transaction number (transaction_validation.cpp). */
export function checkSession(command: Command): void {
  const { name, txnNumber, inTransaction, startsTransaction, lsid } = command
  if (!inTransaction) {
    if (startsTransaction)
      throw new CommandError('InvalidOptions', 'Specifying startTransaction requires autocommit: false')
    if (txnNumber !== undefined && !RETRYABLE_WRITES.has(name)) throw notRetryable(name)
    return
  }
  if (lsid === undefined || txnNumber === undefined)
    throw new CommandError('InvalidOptions', "'autocommit' field requires a transaction number to also be specified")
  if (!ALLOWED.has(name)) throw notInTransaction(reasonAgainst(name))
  if (startsTransaction && NEVER_FIRST.has(name))
    throw notInTransaction(`Cannot run ${name} as the first operation in a multi-document transaction.`)
  if (['admin', 'config', 'local'].includes(command.db) && !OF_ADMIN.has(name))
    throw notInTransaction(`Cannot run command against the '${command.db}' database in a transaction.`)
  if (name === 'aggregate') checkStages(command.body)
}

function checkStages(body: Buffer): void {
  if (elementOf(body, 'explain'))
    throw notInTransaction('Explain for the aggregate command cannot run in a transaction')
  const element = elementOf(body, 'pipeline')
  const pipeline = element && embeddedValue(body, element)
  for (const stage of pipeline ? stagesOf(pipeline) : []) {
    if (!FORBIDDEN_STAGES.has(stage)) continue
    const cause = `Aggregation stage ${stage} cannot run within a multi-document transaction.`
    throw notInTransaction(`Operation not permitted in transaction :: caused by :: ${cause}`)
  }
}

function reasonAgainst(name: string): string {
  const reason = `Cannot run '${name}' in a multi-document transaction.`
  if (name !== 'count') return reason
  return `${reason} Please see http://dochub.mongodb.org/core/transaction-count for a recommended alternative.`
}

function notInTransaction(message: string): CommandError {
  return new CommandError('OperationNotSupportedInTransaction', message)
}

function notRetryable(name: string): CommandError {
  const rule = 'txnNumber may only be provided for multi-document transactions and retryable write commands.'
  const reason = `autocommit:false was not provided, and ${name} is not a retryable write command.`
  return new CommandError('NotARetryableWriteCommand', `${rule} ${reason}`)
}
