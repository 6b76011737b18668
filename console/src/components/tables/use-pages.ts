import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'

interface Page<Row> {
  readonly value: readonly Row[]
  readonly totalCount: number
  readonly page: number
  readonly hasMore: boolean
  /** Of reports: the moment of the rows, the zone of its days, and sums of columns over all rows. */
  readonly snapshot?: number
  readonly timeZone?: string
  readonly totals?: Readonly<Record<string, number>>
}

export interface PagedList<Row> {
  /** Names the list and all that restricts and sorts it. */
  readonly queryKey: readonly unknown[]
  /** `snapshot` is that of the first page. */
  readonly readPage: (page: number, snapshot?: number) => Promise<Page<Row>>
  readonly pageSize: number
  /** The address of all of it, with its filters. */
  readonly whole: string
}

const SCROLL_STOPS_MS = 150

/** The first page of a list; meanwhile that of the list before. */
export const useFirstPage = <Row>({ queryKey, readPage }: PagedList<Row>) =>
  useQuery({ queryKey: [...queryKey, 1], queryFn: () => readPage(1), placeholderData: keepPreviousData })

/** The rows of a long list that are in sight: pages are asked for when scrolling comes to rest on them. */
export function usePages<Row>(list: PagedList<Row>, range: readonly [number, number]) {
  const { queryKey, readPage, pageSize, whole } = list
  const [[first, last]] = useDebouncedValue(range, SCROLL_STOPS_MS)
  const start = useFirstPage(list)
  const snapshot = start.data?.snapshot
  const optionsOf = (page: number) => ({
    queryKey: [...queryKey, page, ...(snapshot === undefined ? [] : [snapshot])],
    queryFn: () => readPage(page, snapshot),
  })
  const pageOf = (index: number) => Math.floor(index / pageSize) + 1
  const inSight = Array.from({ length: pageOf(last) - pageOf(first) + 1 }, (_, at) => pageOf(first) + at)
  const others = inSight.filter((page) => page > 1)
  const found = useQueries({ queries: others.map(optionsOf) })
  const pages = new Map([[1, start.data], ...others.map((page, at) => [page, found[at]?.data] as const)])
  return {
    totalCount: start.data?.totalCount,
    totals: start.data?.totals,
    whole: snapshot === undefined ? whole : `${whole}&snapshot=${snapshot}`,
    rowAt: (index: number): Row | undefined => pages.get(pageOf(index))?.value[index % pageSize],
    error: start.error ?? found.find(({ error }) => error)?.error ?? null,
    isStale: start.isPlaceholderData,
    refetch: () => void Promise.all([start, ...found].map(({ refetch }) => refetch())),
  }
}

/** The first page of a list, and further ones on demand. `name` keeps them apart from those that are scrolled. */
export const useFirstPages = <Row>(name: string, { queryKey, readPage }: PagedList<Row>) =>
  useInfiniteQuery({
    queryKey: [name, ...queryKey],
    queryFn: ({ pageParam }) => readPage(pageParam),
    initialPageParam: 1,
    getNextPageParam: ({ hasMore, page }) => (hasMore ? page + 1 : undefined),
  })
