import { sqlStateOf } from './postgres.ts'

/** An error as MongoDB answers it: number, name, text, labels. */
export class CommandError extends Error {
  readonly code: number
  readonly codeName: string
  readonly labels: string[]
  readonly extra: Record<string, unknown>

  constructor(codeName: CodeName, message: string, labels: string[] = [], extra: Record<string, unknown> = {}) {
    super(message)
    this.code = CODES[codeName]
    this.codeName = codeName
    this.labels = labels
    this.extra = extra
  }

  /** The document to answer with. */
  toReply(): Record<string, unknown> {
    const labels = this.labels.length > 0 ? { errorLabels: this.labels } : {}
    return { ok: 0, errmsg: this.message, code: this.code, codeName: this.codeName, ...this.extra, ...labels }
  }
}

const CODES = {
  InternalError: 1,
  BadValue: 2,
  GraphContainsCycle: 5,
  FailedToParse: 9,
  Unauthorized: 13,
  TypeMismatch: 14,
  Overflow: 15,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  MaxTimeMSExpired: 50,
  DollarPrefixedFieldName: 52,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  EmptyFieldName: 56,
  DottedFieldName: 57,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  IndexAlreadyExists: 68,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  ShutdownInProgress: 91,
  NotExactValueField: 111,
  WriteConflict: 112,
  CommandNotSupported: 115,
  ConflictingOperationInProgress: 117,
  DocumentValidationFailure: 121,
  ExceededMemoryLimit: 146,
  InvalidIndexSpecificationOption: 197,
  QueryFeatureNotAllowed: 224,
  TransactionTooOld: 225,
  ConversionFailure: 241,
  NoSuchTransaction: 251,
  TransactionCommitted: 256,
  OperationNotSupportedInTransaction: 263,
  TemporarilyUnavailable: 365,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  Location40415: 40415,
} as const

/** The names of the errors that the gateway answers with. */
export type CodeName = keyof typeof CODES

// DocumentDB's own SQLSTATEs, and those of PostgreSQL that have a meaning for clients.
const NAMES_BY_SQLSTATE: Record<string, CodeName> = {
  M0001: 'BadValue',
  M0002: 'GraphContainsCycle',
  M0003: 'FailedToParse',
  M0004: 'TypeMismatch',
  M0005: 'Overflow',
  M0006: 'IllegalOperation',
  M0008: 'NamespaceNotFound',
  M0009: 'IndexNotFound',
  M000A: 'PathNotViable',
  M000D: 'ConflictingUpdateOperators',
  M000E: 'CursorNotFound',
  M000F: 'NamespaceExists',
  M000G: 'DollarPrefixedFieldName',
  M000H: 'InvalidIdField',
  M000I: 'NotSingleValueField',
  M000J: 'EmptyFieldName',
  M000K: 'DottedFieldName',
  M000M: 'ImmutableField',
  M000N: 'CannotCreateIndex',
  M000O: 'IndexAlreadyExists',
  M000P: 'InvalidOptions',
  M000Q: 'InvalidNamespace',
  M000R: 'IndexOptionsConflict',
  M000S: 'IndexKeySpecsConflict',
  M000T: 'NotExactValueField',
  M000U: 'CommandNotSupported',
  M000W: 'ExceededMemoryLimit',
  M0012: 'InvalidIndexSpecificationOption',
  M0013: 'QueryFeatureNotAllowed',
  M0015: 'ConversionFailure',
  M0016: 'OperationNotSupportedInTransaction',
  M001B: 'BSONObjectTooLarge',
  M001C: 'DuplicateKey',
  M00CO: 'DocumentValidationFailure',
  M00EX: 'MaxTimeMSExpired',
  M00EY: 'CommandNotFound',
  M00F1: 'WriteConflict',
  M0088: 'Location40415',
  '0A000': 'CommandNotSupported',
  '23505': 'DuplicateKey',
  '23P01': 'DuplicateKey',
  '40001': 'WriteConflict',
  '40P01': 'WriteConflict',
  '55P03': 'WriteConflict',
  '57014': 'MaxTimeMSExpired',
}

/** The name of MongoDB's error for a SQLSTATE. */
export function codeNameOf(sqlState: string): CodeName {
  return NAMES_BY_SQLSTATE[sqlState] ?? 'InternalError'
}

/** MongoDB's number of an error name. */
export function codeOf(codeName: CodeName): number {
  return CODES[codeName]
}

/** Translates an error that PostgreSQL answered; `labels` are those of a command inside a transaction. */
export function toCommandError(error: unknown, inTransaction: boolean): CommandError {
  if (error instanceof CommandError) return error
  const sqlState = sqlStateOf(error) ?? ''
  const message = error instanceof Error ? error.message : String(error)
  const codeName = codeNameOf(sqlState)
  const labels = inTransaction && codeName === 'WriteConflict' ? [TRANSIENT] : []
  return new CommandError(
    codeName,
    codeName === 'InternalError' ? `${message} (SQLSTATE ${sqlState})` : message,
    labels,
  )
}

/** The label of errors after which a client may run its whole transaction again. */
export const TRANSIENT = 'TransientTransactionError'

/** SQLSTATEs come inside answers as numbers: five characters of six bits each. */
export function unpackSqlState(packed: number): string {
  return [0, 6, 12, 18, 24].map((shift) => String.fromCharCode(((packed >> shift) & 0x3f) + 48)).join('')
}
