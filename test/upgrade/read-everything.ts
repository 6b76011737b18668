import { groupBy } from '../../shared/process/group-by.ts'

/** What is used here of a read in an OpenAPI document. */
interface ReadOperation {
  /** Such as `/Inventory/Lot/{recno}`. */
  readonly pattern: string
  /** Parameters of the path, and those of the query that are required. */
  readonly parameters: readonly string[]
  readonly isList: boolean
}

export interface Answered {
  readonly path: string
  readonly status: number
  readonly answer: unknown
}

type Json = Readonly<Record<string, unknown>>
export type Get = (path: string) => Promise<{ readonly status: number; readonly answer: unknown }>

/** A webhook may have had no replay, which is 404. */
export const isAnswered = ({ path, status }: Pick<Answered, 'path' | 'status'>) =>
  status === 200 || (status === 404 && /^\/Webhook\/\d+\/Replay$/.test(path))

/** Small, so that short lists have several pages. */
const PAGE_SIZE = 7
const CHANGES_PER_READ = 50

/**
 * All reads that an OpenAPI document describes, but those of one's own outcomes, of the feed, and of reports, which need a
 * group that names them and follow the feed later.
 */
function readsOf(document: Json): ReadOperation[] {
  // The parts of an OpenAPI document that are used here are objects, or arrays of objects.
  const paths = Object.entries(document.paths as Readonly<Record<string, { get?: Json }>>)
  return paths.flatMap(([pattern, { get }]) => {
    if (!get || ['/Changes', '/Operations/{key}'].includes(pattern) || pattern.startsWith('/Report')) return []
    const parameters = ((get.parameters ?? []) as readonly Json[]).map((one) => resolve(document, one))
    const needed = parameters
      .filter((one) => one.required === true && one.in !== 'header')
      .map(({ name }) => String(name))
    return [{ pattern, parameters: needed, isList: parameters.some(({ name }) => name === 'pageSize') }]
  })
}

function resolve(document: Json, parameter: Json): Json {
  const name =
    String(parameter.$ref ?? '')
      .split('/')
      .at(-1) ?? ''
  const { parameters } = Object(document.components)
  return name === '' ? parameter : parameters[name]
}

/**
 * Reads every page of every list, and every record by each value of each parameter: a value comes from the records of the list
 * whose path has most in common. A read that is new is made without a change here, if its parameters are fields of a list.
 */
export async function readEverything(document: Json, get: Get): Promise<Answered[]> {
  const reads = readsOf(document)
  const lists = reads.filter(({ isList, parameters }) => isList && parameters.length === 0)
  const answered: Answered[] = []
  const recordsOf = new Map<string, Json[]>()
  const read = async (path: string) => {
    const { status, answer } = await get(path)
    answered.push({ path, status, answer })
    return Object(answer)
  }
  const readPages = async (path: string): Promise<Json[]> => {
    const records: Json[] = []
    for (let page = 1; ; page++) {
      const { value = [], hasMore } = await read(`${path}?page=${page}&pageSize=${PAGE_SIZE}`)
      records.push(...value)
      if (hasMore !== true) return records
    }
  }
  for (const { pattern } of lists) recordsOf.set(pattern, await readPages(pattern))

  for (const { pattern, parameters, isList } of reads.filter((one) => !lists.includes(one))) {
    for (const values of combinations(parameters.map((name) => valuesOf(name, pattern, recordsOf)))) {
      const named = parameters.map((name, index): [string, string] => [name, encodeURIComponent(String(values[index]))])
      const path = named.reduce((filled, [name, value]) => filled.replace(`{${name}}`, value), pattern)
      const query = named.filter(([name]) => !pattern.includes(`{${name}}`)).map((pair) => pair.join('='))
      if (isList) await readPages(path)
      else await read(query.length > 0 ? `${path}?${query.join('&')}` : path)
    }
  }
  return answered
}

/** The field of records that is meant by a parameter of another name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  itemid: 'shortid',
  text: 'shortid',
  key: 'shortid',
  orders: 'sono',
}

function valuesOf(parameter: string, pattern: string, recordsOf: ReadonlyMap<string, readonly Json[]>): unknown[] {
  const name = parameter.toLowerCase()
  const byLikeness = groupBy([...recordsOf], ([list]) => inCommon(list, pattern))
  for (const likeness of [...byLikeness.keys()].toSorted((one, other) => other - one)) {
    const lists = byLikeness.get(likeness) ?? []
    // An earlier version had no such records.
    if (lists.every(([, records]) => records.length === 0)) return []
    const values = new Set(lists.flatMap(([, records]) => valuesIn(records, OTHER_NAMES[name] ?? name)))
    if (values.size > 0) return [...values]
  }
  throw new Error(`No record of a list has the parameter ${parameter} of ${pattern}`)
}

/** The values of a field in records, and in records within them: also the lots that a transaction names. */
function valuesIn(records: readonly unknown[], field: string): unknown[] {
  return records.flatMap((record) =>
    Object.entries(Object(record)).flatMap(([key, value]) => {
      if (Array.isArray(value)) return valuesIn(value, field)
      return key.toLowerCase() === field && value !== null && value !== '' ? [value] : []
    }),
  )
}

/** How many parts two paths begin with alike. */
function inCommon(one: string, other: string): number {
  const parts = other.split('/')
  const different = one.split('/').findIndex((part, index) => part !== parts[index])
  return different === -1 ? one.split('/').length : different
}

function combinations(values: readonly (readonly unknown[])[]): unknown[][] {
  return values.reduce<unknown[][]>((all, some) => all.flatMap((one) => some.map((value) => [...one, value])), [[]])
}

/** The whole feed, from its beginning. */
export async function readFeed(get: Get): Promise<Json[]> {
  const changes: Json[] = []
  for (let since = 0; ; ) {
    const { status, answer } = await get(`/Changes?since=${since}&limit=${CHANGES_PER_READ}`)
    if (status !== 200) throw new Error(`The feed ends at ${since}: ${status} ${JSON.stringify(answer)}`)
    const { value, next, hasMore } = Object(answer)
    changes.push(...value)
    if (hasMore !== true) return changes
    since = next
  }
}
