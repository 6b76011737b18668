import type { PageFigures } from '../../shared/contract/core/paging.ts'

/** Clients refuse headers of more than 8 to 16 kB, and the address comes up to four times. */
const LONGEST_ADDRESS = 1_500

/** `Link` to the pages around this one (RFC 8288), as addresses on this host with the query's other parameters as they were; undefined if that is too long. */
export function pageLinks(url: string, { totalCount, page, pageSize }: PageFigures): string | undefined {
  if (url.length > LONGEST_ADDRESS) return undefined
  const [path = '', query = ''] = url.split('?', 2)
  const others = query.split('&').filter((parameter) => parameter !== '' && !/^page(=|$)/i.test(parameter))
  const last = Math.max(1, Math.ceil(totalCount / pageSize))
  const links = [
    ['first', 1],
    ...(page > 1 ? ([['prev', Math.min(page - 1, last)]] as const) : []),
    ...(page < last ? ([['next', page + 1]] as const) : []),
    ['last', last],
  ]
  return links.map(([rel, number]) => `<${path}?${[...others, `page=${number}`].join('&')}>; rel="${rel}"`).join(', ')
}
