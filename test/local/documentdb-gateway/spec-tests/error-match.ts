import type { Document } from 'bson'
import mongoose from 'mongoose'
import type { Entities } from './entities.ts'
import { expectMatch, MismatchError } from './match.ts'

const { MongoBulkWriteError, MongoClientBulkWriteError, MongoError, MongoServerError } = mongoose.mongo

/** Checks the error of an operation. */
export function expectError(expected: Document, thrown: unknown, entities: Entities): void {
  const error = serverErrorOf(thrown)
  if (!(error instanceof Error)) throw new MismatchError(`the error is ${error}`)
  const details: Document = { ...error, message: error.message }
  const about = `${error.name}: ${error.message}`
  if (expected.isClientError !== undefined && isClientError(error) !== expected.isClientError)
    throw new MismatchError(`a ${expected.isClientError ? 'client' : 'server'} error was expected, got ${about}`)
  if (expected.errorContains && !error.message.toLowerCase().includes(String(expected.errorContains).toLowerCase()))
    throw new MismatchError(`an error with "${expected.errorContains}" was expected, got ${about}`)
  const code = details.code ?? details.result?.code ?? details.errorResponse?.code
  if (expected.errorCode !== undefined && code !== expected.errorCode)
    throw new MismatchError(`error ${expected.errorCode} was expected, got ${code} (${about})`)
  const codeName = details.codeName ?? details.errorResponse?.codeName
  if (expected.errorCodeName !== undefined && codeName !== expected.errorCodeName)
    throw new MismatchError(`error ${expected.errorCodeName} was expected, got ${codeName} (${about})`)
  expectLabels(expected, error)
  if (expected.errorResponse)
    expectMatch(expected.errorResponse, details.errorResponse ?? details, entities, 'errorResponse')
  expectWriteErrors(expected, details, entities)
  if (expected.expectResult && details.result)
    expectMatch(expected.expectResult, details.result, entities, 'expectResult')
}

/** The server's error, which the driver puts behind one of its own when a bulk write of a client failed as a whole. */
function serverErrorOf(error: unknown): unknown {
  return error instanceof MongoClientBulkWriteError && error.cause instanceof MongoError ? error.cause : error
}

/** The errors of the operations of a bulk write of a client, by their positions. */
function expectWriteErrors({ writeErrors, expectResult }: Document, details: Document, entities: Entities): void {
  for (const [index, error] of Object.entries(writeErrors ?? {}))
    expectMatch(error, details.writeErrors?.get(Number(index)), entities, `writeErrors.${index}`)
  if (writeErrors && Object.keys(writeErrors).length !== details.writeErrors?.size)
    throw new MismatchError(`${Object.keys(writeErrors).length} write errors were expected`)
  if (expectResult && details.partialResult) expectMatch(expectResult, details.partialResult, entities, 'partialResult')
}

function expectLabels({ errorLabelsContain = [], errorLabelsOmit = [] }: Document, error: Error): void {
  const has = (label: string) => error instanceof MongoError && error.hasErrorLabel(label)
  const missing: string[] = errorLabelsContain.filter((label: string) => !has(label))
  const unwanted: string[] = errorLabelsOmit.filter(has)
  if (missing.length > 0) throw new MismatchError(`label ${missing.join(', ')} is missing from ${error.message}`)
  if (unwanted.length > 0) throw new MismatchError(`label ${unwanted.join(', ')} is on ${error.message}`)
}

function isClientError(error: Error): boolean {
  return !(error instanceof MongoServerError || error instanceof MongoBulkWriteError)
}
