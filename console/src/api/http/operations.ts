import { type FamilyKey, families } from '../../../../shared/names/families.ts'
import { request, responseOf } from './client.ts'
import type { Input, Method, PathWith, ResponseBody } from './contract.ts'
import { wholeList } from './csv.ts'

/** Every call of the interface: its path says what it takes and returns; the contract has the types. */
export async function call<M extends Method, P extends PathWith<M>>(
  method: M,
  path: P,
  input: Input<M, P>,
  key?: string,
  plan?: string,
): Promise<ResponseBody<M, P>> {
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
  return (await responseOf(sent)).body as ResponseBody<M, P>
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

/** A query for one response. `name` is the first of its keys; `always` is sent whatever is asked for. */
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

/** The rows of all pages. */
export async function readPages<Row>(
  readPage: (page: number) => Promise<{ readonly value: readonly Row[]; readonly hasMore: boolean }>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1, hasMore = true; hasMore; page++) {
    const found = await readPage(page)
    rows.push(...found.value)
    hasMore = found.hasMore
  }
  return rows
}

export interface DryRunOperation<Body, Shown, Result> {
  dryRun(body: Body): Promise<Shown>
  send(body: Body, key: string, shown?: Shown): Promise<Result>
}

/** A write for a form: `toBody` turns what is typed into what the write takes. */
export const typedAs = <Typed, Body, Shown, Result>(
  { dryRun, send }: DryRunOperation<Body, Shown, Result>,
  toBody: (typed: Typed) => Body,
): DryRunOperation<Typed, Shown, Result> => ({
  dryRun: (typed) => dryRun(toBody(typed)),
  send: (typed, key, shown) => send(toBody(typed), key, shown),
})

/** A write that has a dry run: `dryRun` changes nothing and returns what `send` would. */
export const withDryRun = <M extends Exclude<Method, 'get'>, P extends PathWith<M>>(method: M, path: P) => ({
  dryRun: (input: Input<M, P>) => call(method, path, { ...input, dryRun: true }),
  send: write(method, path),
})

/** The path of one of a family, like `/Count/{countNo}`. */
type OneOf<P extends string, Key extends string> = Extract<PathWith<'get'>, `${P}/{${Key}}`>
/** The names of the steps that the contract has for one of a family, like `Approve`. */
type StepOf<One extends string> = {
  [P in PathWith<'post'>]: P extends `${One}/${infer Name}` ? Name : never
}[PathWith<'post'>]

/** A family of documents, all from its path: its list, one by its key, how one is made, and its steps. */
export function family<P extends PathWith<'get'> & PathWith<'post'>, Key extends string>(
  name: string,
  path: P,
  key: Key,
  pageSize: number,
  order: Partial<Input<'get', P>> = {},
) {
  const one = `${path}/{${key}}` as OneOf<P, Key>
  return {
    list: list(`${name}s`, path, pageSize, order),
    one: record(name, one),
    create: withDryRun('post', path),
    step: <Name extends StepOf<OneOf<P, Key>>>(step: Name) =>
      withDryRun('post', `${one}/${step}` as Extract<PathWith<'post'>, `${OneOf<P, Key>}/${Name}`>),
  }
}

type Names<K extends FamilyKey> = (typeof families)[K]
type PathOf<K extends FamilyKey> = Extract<`/${Names<K>['path']}`, PathWith<'get'> & PathWith<'post'>>

/** Most documents on a page, as the interface allows. */
const PER_PAGE = 50

export function documents<K extends FamilyKey>(key: K, order: Partial<Input<'get', PathOf<K>>> = {}) {
  const { kind, path, numberField }: Names<K> = families[key]
  return family<PathOf<K>, Names<K>['numberField']>(kind, `/${path}` as PathOf<K>, numberField, PER_PAGE, order)
}
