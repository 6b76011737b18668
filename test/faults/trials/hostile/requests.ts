import fc from 'fast-check'
import { toRouted } from '../../../../gateway/routes/routed-operation.ts'
import type { Operation } from '../../../../shared/contract/core/operation.ts'
import { operations } from '../../../../shared/contract/index.ts'
import { hostileJson, hostileQueryName, hostileUrlText } from './values.ts'

/** A request as it is sent; `{token}` in a header is replaced by the client's token. */
export interface HostileRequest {
  readonly method: string
  readonly path: string
  /** How the target is written: as a path, with the address before it, or in another case. */
  readonly target: 'path' | 'address' | 'other case'
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
}

/** Requests for every route of the contract with values that its schemas do not expect; some are malformed as requests. */
export function hostileRequests(): fc.Arbitrary<HostileRequest> {
  return fc.oneof(...operations.filter(({ route }) => route !== undefined).map(requestsFor))
}

function requestsFor(operation: Operation): fc.Arbitrary<HostileRequest> {
  const routed = toRouted(operation)
  if (!routed) throw new Error(`${operation.name} has no route`)
  const { method, path, pathFields, queryFields, bodyFields, requiredQuery } = routed
  const example = operation.example ?? {}
  return fc
    .record({
      method: mostly(method, fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS')),
      path: fc
        .tuple(...pathFields.map((name) => mostly(String(example[name] ?? '1'), hostileUrlText, 1)))
        .map((values) => path.replace(/:(\w+)/g, (_, name: string) => values[pathFields.indexOf(name)] ?? '1')),
      query: fc.array(fc.tuple(fc.oneof(fc.constantFrom('page', ...queryFields), hostileQueryName), hostileUrlText), {
        maxLength: 4,
      }),
      required: fc.constant(requiredQuery),
      body:
        bodyFields.length > 0
          ? bodies(operation, bodyFields)
          : fc.option(fc.uint8Array({ maxLength: 20 }).map(toBuffer), { nil: undefined, freq: 8 }),
      target: fc.oneof(
        { weight: 20, arbitrary: fc.constant('path' as const) },
        { weight: 1, arbitrary: fc.constantFrom('address' as const, 'other case' as const) },
      ),
      headers: headers(operation.body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'),
    })
    .map(({ method, path, query, required, body, target, headers }) => {
      const pairs = [...(required ? [`${required}=true`] : []), ...query.map(([name, value]) => `${name}=${value}`)]
      return { method, path: pairs.length > 0 ? `${path}?${pairs.join('&')}` : path, target, headers, body }
    })
}

function bodies(operation: Operation, fields: readonly string[]): fc.Arbitrary<Buffer | undefined> {
  const example = operation.example ?? {}
  const object = objects(example, fields).map((text) => Buffer.from(text))
  const form = fc
    .array(fc.tuple(fc.constantFrom(...fields, '__proto__'), hostileUrlText))
    .map((pairs) => Buffer.from(pairs.map((pair) => pair.join('=')).join('&')))
  return fc.oneof(
    { weight: 12, arbitrary: operation.body === 'form' ? form : object },
    { weight: 1, arbitrary: hostileJson.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map(toBuffer) },
    { weight: 1, arbitrary: object.map((bytes) => Buffer.concat([bytes, Buffer.from([0xff, 0xfe, 0xc0])])) },
    { weight: 1, arbitrary: object.map((bytes) => bytes.subarray(0, bytes.length >> 1)) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

const strangers = ['__proto__', 'constructor', '$where', 'wid.x', '']

/** JSON text of the example with one or two bad members: they reach more code among valid ones than bad members only. */
function objects(example: Readonly<Record<string, unknown>>, fields: readonly string[]): fc.Arbitrary<string> {
  const usual = fields
    .filter((name) => name in example)
    .map((name) => values(example[name]).map((text): [string, string] => [name, text]))
  const bad = fc.dictionary(fc.constantFrom(...fields, ...strangers), hostileJson, {
    maxKeys: 2,
    noNullPrototype: false,
  })
  return fc.tuple(fc.tuple(...usual), bad).map(([valid, hostile]) => {
    const members = [...valid.filter(([name]) => !Object.hasOwn(hostile, name)), ...Object.entries(hostile)]
    return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`
  })
}

/** The value of an example; the elements of an array of objects, such as the lines of an order, sometimes with bad members. */
function values(value: unknown): fc.Arbitrary<string> {
  const usual = fc.constant(JSON.stringify(value))
  const [first]: unknown[] = Array.isArray(value) ? value : []
  if (typeof first !== 'object' || first === null) return usual
  return fc.oneof(
    usual,
    objects({ ...first }, Object.keys(first)).map((text) => `[${text}]`),
  )
}

function headers(type: string): fc.Arbitrary<Readonly<Record<string, string>>> {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
    fc.constantFrom('"', '"a', 'a"b', '""', '\u00e9', 'a'.repeat(256)),
  )
  return fc
    .record({
      authorization: mostly(
        'Bearer {token}',
        fc.constantFrom('', 'Bearer', 'Bearer x', 'Bearer {token}x', 'Basic %%%', 'Basic Og=='),
      ),
      'content-type': mostly(
        type,
        fc.constantFrom('', 'text/plain', 'application/json; charset=utf-16', 'multipart/form-data'),
      ),
      'idempotency-key': fc.option(texts, { nil: undefined, freq: 3 }),
      'x-request-id': fc.option(texts, { nil: undefined, freq: 6 }),
      'content-encoding': fc.option(fc.constantFrom('gzip', 'br', 'nonsense'), { nil: undefined, freq: 12 }),
    })
    .map((given) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
    )
}

const mostly = <T extends string>(usual: T, others: fc.Arbitrary<string>, weight = 15) =>
  fc.oneof({ weight, arbitrary: fc.constant<string>(usual) }, { weight: 1, arbitrary: others })

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes)
