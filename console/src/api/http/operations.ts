import { answerOf, request } from './client.ts'
import type { Answer, Input, Method, PathWith } from './contract.ts'
import { wholeList } from './csv.ts'

/** Every call of the interface: its path says what it takes and answers; the contract has the types. */
export async function call<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  input: Input<M, P>,
  key?: string,
  plan?: string,
): Promise<Answer<M, P>> {
  const isBlank = (value: unknown) => value === undefined || (method === 'get' && value === '')
  const given = Object.entries(input).filter(([, value]) => !isBlank(value))
  const locationOf = (name: string) =>
    path.includes(`{${name}}`) ? 'path' : method === 'get' || name === 'dryRun' ? 'query' : 'body'
  const fieldsIn = (where: string) => Object.fromEntries(given.filter(([name]) => locationOf(name) === where))
  const params = {
    path: fieldsIn('path'),
    query: fieldsIn('query'),
    header: { 'Idempotency-Key': key, 'If-Plan-Match': plan },
  }
  const body = fieldsIn('body')
  const [verb, address]: [Method, string] = [method, path]
  const sent = request(verb, address, { params, ...(Object.keys(body).length > 0 && { body }) })
  // The types of the contract are those of this method and path.
  return (await answerOf(sent)).body as Answer<M, P>
}

export const read =
  <P extends PathWith<'get'>>(path: P) =>
  (input: Input<'get', P>) =>
    call('get', path, input)

/** A write; it takes effect once for a key. */
export const write =
  <M extends Exclude<Method, 'get'>, P extends PathWith<M>>(method: M, path: P) =>
  (input: Input<M, P>, key?: string) =>
    call(method, path, input, key)

/** A query for one answer. `name` is the first of its keys; `always` is sent whatever is asked for. */
export const record =
  <P extends PathWith<'get'>>(name: string, path: P, always: Partial<Input<'get', P>> = {}) =>
  (input: Input<'get', P>) => ({
    queryKey: [name, ...Object.values(input)],
    queryFn: () => call('get', path, { ...always, ...input }),
  })

/** A list, page by page. The interface lists at most `pageSize` records on a page. */
export const list =
  <P extends PathWith<'get'>>(name: string, path: P, pageSize: number, always: Partial<Input<'get', P>> = {}) =>
  (filters: Input<'get', P>) => ({
    queryKey: [name, filters],
    pageSize,
    whole: wholeList(path, { ...always, ...filters }),
    readPage: (page: number) => call('get', path, { ...always, ...filters, page, pageSize }),
  })

/** A write and its dry run. */
export interface DryRunOperation<Body, Shown, Answer> {
  dryRun(body: Body): Promise<Shown>
  send(body: Body, key: string, shown?: Shown): Promise<Answer>
}

/** A write for a form: `toBody` turns what is typed into what the write takes. */
export const typedAs = <Typed, Body, Shown, Answer>(
  { dryRun, send }: DryRunOperation<Body, Shown, Answer>,
  toBody: (typed: Typed) => Body,
): DryRunOperation<Typed, Shown, Answer> => ({
  dryRun: (typed) => dryRun(toBody(typed)),
  send: (typed, key, shown) => send(toBody(typed), key, shown),
})

/** A write that has a dry run: `preview` changes nothing and answers what `send` would. */
export const withDryRun = <M extends Exclude<Method, 'get'>, P extends PathWith<M>>(method: M, path: P) => ({
  dryRun: (input: Input<M, P>) => call(method, path, { ...input, dryRun: true }),
  send: write(method, path),
})
