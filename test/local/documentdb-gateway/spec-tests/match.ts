import { isDeepStrictEqual } from 'node:util'
import type { Document } from 'bson'
import mongoose from 'mongoose'
import type { Entities } from './entities.ts'

// The driver's own classes: another copy of bson would not recognize the driver's values.
const { Binary, Decimal128, Double, Int32, Long, ObjectId, Timestamp } = mongoose.mongo

/** Where actual and expected values differ. */
export class MismatchError extends Error {}

/** Checks a value against an expected one with the special operators of the unified test format. */
export function expectMatch(expected: unknown, value: unknown, entities: Entities, path = '', isRoot = true): void {
  const actual: unknown = value instanceof Map ? Object.fromEntries(value) : value
  const operator = specialOperator(expected)
  if (operator) expectOperator(operator, actual, entities, path, isRoot)
  else if (isDocument(expected)) {
    if (!isDocument(actual)) fail(path, expected, actual)
    expectDocument(expected, actual, entities, path, isRoot)
  } else if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) fail(path, expected, actual)
    for (const [i, item] of expected.entries()) expectMatch(item, actual[i], entities, `${path}[${i}]`, isRoot)
  } else if (!isDeepStrictEqual(plain(expected), plain(actual))) fail(path, expected, actual)
}

function expectDocument(expected: Document, actual: Document, entities: Entities, path: string, isRoot: boolean): void {
  for (const [name, value] of Object.entries(expected)) {
    const operator = specialOperator(value)
    const at = `${path}.${name}`
    if (operator?.name === '$$exists') {
      if ((actual[name] !== undefined) !== operator.argument) fail(at, value, actual[name])
    } else if (operator?.name === '$$unsetOrMatches') {
      if (actual[name] !== undefined) expectMatch(operator.argument, actual[name], entities, at, false)
    } else {
      if (!(name in actual)) fail(at, value, undefined)
      expectMatch(value, actual[name], entities, at, false)
    }
  }
  const isExtra = (name: string) => !(name in expected) && actual[name] !== undefined && !isDriverOption(path, name)
  const extra = isRoot ? [] : Object.keys(actual).filter(isExtra)
  if (extra.length > 0) fail(path, `no ${extra.join(', ')}`, actual)
}

// The driver adds a wtimeout to the write concern of each commitTransaction, not only of a repeated one.
function isDriverOption(path: string, name: string): boolean {
  return name === 'wtimeout' && path.endsWith('.command.writeConcern')
}

interface SpecialOperator {
  name: string
  argument: unknown
}

function specialOperator(value: unknown): SpecialOperator | undefined {
  if (!isDocument(value)) return undefined
  const [entry, ...others] = Object.entries(value)
  return entry?.[0].startsWith('$$') && others.length === 0 ? { name: entry[0], argument: entry[1] } : undefined
}

function expectOperator(
  { name, argument }: SpecialOperator,
  actual: unknown,
  entities: Entities,
  path: string,
  isRoot: boolean,
): void {
  switch (name) {
    case '$$exists':
      if ((actual !== undefined) !== argument) fail(path, `exists: ${argument}`, actual)
      return
    case '$$unsetOrMatches':
      if (actual !== undefined && actual !== null) expectMatch(argument, actual, entities, path, isRoot)
      return
    case '$$type':
      if (![argument].flat().some((type) => typeNames(actual).includes(String(type)))) fail(path, argument, actual)
      return
    case '$$matchesEntity':
      expectMatch(entities.value(String(argument)), actual, entities, path, false)
      return
    case '$$matchesHexBytes':
      if (!(actual instanceof Uint8Array) || Buffer.from(actual).toString('hex') !== argument)
        fail(path, argument, actual)
      return
    case '$$sessionLsid':
      expectMatch(entities.session(String(argument)).id, actual, entities, path, false)
      return
    default:
      throw new MismatchError(`${path}: the operator ${name} is not known`)
  }
}

function typeNames(value: unknown): string[] {
  if (typeof value === 'number')
    return Number.isInteger(value) ? ['int', 'long', 'double', 'number'] : ['double', 'number']
  if (typeof value === 'bigint' || value instanceof Long) return ['long', 'number']
  if (value instanceof Int32) return ['int', 'number']
  if (value instanceof Double) return ['double', 'number']
  if (value instanceof Decimal128) return ['decimal', 'number']
  if (value instanceof Timestamp) return ['timestamp']
  if (value instanceof ObjectId) return ['objectId']
  if (value instanceof Binary || value instanceof Uint8Array) return ['binData']
  if (value instanceof Date) return ['date']
  if (typeof value === 'boolean') return ['bool']
  if (Array.isArray(value)) return ['array']
  if (value === null) return ['null']
  return value === undefined ? [] : [typeof value]
}

/** Numbers of all BSON types as JavaScript numbers: the format compares numbers by value. */
function plain(value: unknown): unknown {
  if (value instanceof Timestamp || value instanceof Decimal128 || value instanceof ObjectId) return value.toString()
  if (value instanceof Long) return value.toNumber()
  if (value instanceof Int32 || value instanceof Double) return value.value
  if (value instanceof Binary) return value.toString('hex')
  return typeof value === 'bigint' ? Number(value) : value
}

/** Whether a value is an embedded document, not an array and not a BSON value. */
function isDocument(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !('_bsontype' in value || value instanceof Date || value instanceof Uint8Array || value instanceof RegExp)
}

function fail(path: string, expected: unknown, actual: unknown): never {
  throw new MismatchError(`${path || 'result'}: expected ${describe(expected)}, got ${describe(actual)}`)
}

function describe(value: unknown): string {
  const text =
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}
