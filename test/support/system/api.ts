import request, { type Test } from 'supertest'
import type { ErrorBody } from '../../../shared/contract/core/errors.ts'
import type { Operation, Output, Params, Spec } from '../../../shared/contract/core/operation.ts'
import { gateway } from '../../../shared/contract/gateway.ts'
import { contract } from '../../../shared/contract/index.ts'

/** An HTTP answer. The body is the output or the error object, so the fields of both can be read. */
export interface Answer<T> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: T & Partial<ErrorBody>
}

export interface SendOptions {
  /** Sent with the request, `Idempotency-Key` for instance. */
  readonly headers?: Readonly<Record<string, string>>
}

type Routed<C> = { [K in keyof C as C[K] extends { route: string } ? K : never]: C[K] }
type Send<O> = O extends Spec ? (input: Params<O>, options?: SendOptions) => Promise<Answer<Output<O>>> : never
type Methods<C> = { readonly [K in keyof Routed<C>]: Send<C[K]> }

/** The contract as an HTTP client: `api.inventory.receive({ … })`. */
const services = { ...contract, gateway } as const
export type Api = { readonly [S in keyof typeof services]: Methods<(typeof services)[S]> } & {
  /** Any request, with the token if there is one; the path is below the base address. */
  raw(method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS' | 'HEAD', path: string): Test
}

/** A client of the gateway at `url`, which ends with `/api/v1`. Without a token, requests have no Authorization header. */
export function createApi(url: string, token?: string): Api {
  const raw: Api['raw'] = (method, path) => {
    // supertest has one function for each method, in lower case.
    const sent = request(url)[method.toLowerCase() as 'get'](path)
    return token === undefined ? sent : sent.set('authorization', `Bearer ${token}`)
  }
  const bind =
    (operation: Operation) =>
    async (input: Record<string, unknown>, options: SendOptions = {}) => {
      const { method, path, rest } = toRequest(operation, input)
      const sent = raw(method, path).set(options.headers ?? {})
      if (operation.body === 'form') sent.type('form')
      const { status, headers, body } = await (method === 'POST' || method === 'PUT'
        ? sent.send(rest)
        : sent.query(rest))
      return { status, headers, body }
    }
  const bound = Object.entries(services).map(([service, operations]) => {
    const routed = Object.entries<Operation>(operations).filter(([, { route }]) => route !== undefined)
    return [service, Object.fromEntries(routed.map(([name, operation]) => [name, bind(operation)]))]
  })
  // Object.fromEntries loses the relation of names and operations.
  return { ...Object.fromEntries(bound), raw } as Api
}

/** An input that the types forbid, for a request that must be refused. */
export function unchecked<T>(input: unknown): T {
  // The tests send what the types forbid.
  return input as T
}

/** The input with a value in a field such as `wid`, or `lines[].warehouse` in each element of an array. */
export function withField(input: Record<string, unknown>, field: string, value: unknown): Record<string, unknown> {
  const [name = '', inner] = field.split('[].')
  if (inner === undefined) return { ...input, [name]: value }
  const elements = input[name]
  return { ...input, [name]: Array.isArray(elements) ? elements.map((one) => withField(one, inner, value)) : [] }
}

/** The method, the path with its parameters filled in, and the remaining fields, for the query or the body. */
export function toRequest({ route = 'GET /' }: Operation, input: Record<string, unknown>) {
  const [verb = '', pattern = ''] = route.split(' ')
  const rest = { ...input }
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  }
  const [bare = '', query] = pattern.split('?')
  const withoutQuery = bare.replace(/:(\w+)/g, (_, name: string) => take(name))
  // If the request has a body, the required query parameter is appended to the path.
  const path = query && verb === 'POST' ? `${withoutQuery}?${query}=${take(query)}` : withoutQuery
  // defineService() has checked that a route begins with a method.
  return { method: verb as 'GET' | 'POST' | 'PUT' | 'DELETE', path, rest }
}
