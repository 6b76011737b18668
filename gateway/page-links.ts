import type { PageFigures } from '../shared/contract/paging.ts'

/** `Link` to the pages around this one (RFC 8288), as addresses on this host with the query's other parameters as they were. */
export function pageLinks(url: string, { totalCount, page, pageSize }: PageFigures): string {
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
