/** What decides on the labels of an error, beside its code. */
export interface LabelledCommand {
  name: string
  txnNumber: bigint | undefined
  inTransaction: boolean
}

const TRANSIENT = 'TransientTransactionError'
const RETRYABLE_WRITE = 'RetryableWriteError'

// MongoDB's error category "RetriableError".
const RETRIABLE: ReadonlySet<number> = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])
// Errors that end a transaction without an effect: WriteConflict, LockTimeout, SnapshotTooOld, SnapshotUnavailable,
// PreparedTransactionInProgress.
const TRANSIENT_CODES: ReadonlySet<number> = new Set([112, 24, 239, 246, 267])
const NO_SUCH_TRANSACTION = 251

/**
 * The labels that MongoDB gives an error, by the rules of its error_labels.cpp: a client may repeat the transaction, or the
 * write. `code` is undefined when only the write concern failed.
 */
export function labelsOf(
  { name, txnNumber, inTransaction }: LabelledCommand,
  code: number | undefined,
  writeConcernCode?: number,
): string[] {
  if (txnNumber === undefined) return []
  const endsTransaction = name === 'commitTransaction' || name === 'abortTransaction'
  if (inTransaction && code !== undefined && isTransient(code, endsTransaction, writeConcernCode !== undefined))
    return [TRANSIENT]
  const isRetriable = [code, writeConcernCode].some((each) => each !== undefined && RETRIABLE.has(each))
  return isRetriable && (!inTransaction || endsTransaction) ? [RETRYABLE_WRITE] : []
}

function isTransient(code: number, endsTransaction: boolean, hasWriteConcernError: boolean): boolean {
  if (TRANSIENT_CODES.has(code)) return true
  if (endsTransaction) return code === NO_SUCH_TRANSACTION && !hasWriteConcernError
  return RETRIABLE.has(code) || code === NO_SUCH_TRANSACTION
}
