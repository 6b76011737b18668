import type { Client } from 'openapi-fetch'
import { InventoryError } from './inventory-error.ts'
import type { paths } from './schema.ts'

type ResponseOf<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer T } } } }
}
  ? T
  : never
type PageOf<P extends keyof paths> = Extract<ResponseOf<P>, { value: readonly unknown[]; hasMore: boolean }>
type Parameters<P extends keyof paths> = paths[P] extends { get: { parameters: infer T } } ? T : never

/** Paths of lists. */
export type PagedPath = { [P in keyof paths]: PageOf<P> extends never ? never : P }[keyof paths]
/** What a list's records are. */
export type RecordOf<P extends PagedPath> = PageOf<P>['value'][number]
/** What a list can be asked for: its filters, and how many records come with one request. */
export type PageQuery<P extends PagedPath> =
  Parameters<P> extends { query?: infer Q } ? Omit<NonNullable<Q>, 'page' | 'after'> : never

export interface PaginateOptions<P extends PagedPath> {
  readonly query?: PageQuery<P>
  /** Parameters in the path, such as `wid`. */
  readonly path?: Parameters<P> extends { path: infer T } ? T : never
}

export type Paginate = <P extends PagedPath>(path: P, options?: PaginateOptions<P>) => AsyncGenerator<RecordOf<P>, void>

const MOST_ON_A_PAGE = 250

export function createPaginate(client: Client<paths, 'application/json'>): Paginate {
  return async function* paginate<P extends PagedPath>(path: P, { query, path: inPath }: PaginateOptions<P> = {}) {
    for (let where: Where | undefined = { page: 1 }; where; ) {
      const params: object = { path: inPath, query: { pageSize: MOST_ON_A_PAGE, ...query, ...where } }
      // Which parameters a path takes is checked by PaginateOptions; openapi-fetch cannot see it through the type parameter.
      const { data, error, response } = await client.GET(path as '/Warehouse', { params } as Record<string, unknown>)
      if (!data) throw new InventoryError(response.status, error, response.headers)
      // As above: the records are those of the path.
      yield* data.value as RecordOf<P>[]
      const next = nextIn(response.headers.get('link'))
      where = next ?? (data.hasMore ? { page: data.page + 1 } : undefined)
    }
  }
}

/** A page by the key of the record before it, or by its number where the service sends no key. */
type Where = { readonly after: string } | { readonly page: number }

/** Where the `next` of a `Link` header leads. */
function nextIn(link: string | null): Where | undefined {
  const [, after] = /[?&]after=([^&>]+)[^>]*>; rel="next"/.exec(link ?? '') ?? []
  return after === undefined ? undefined : { after: decodeURIComponent(after) }
}
