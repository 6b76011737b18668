import type { PageFigures } from '../../shared/contract/core/paging.ts'

/** Clients refuse headers of more than 8 to 16 kB, and the header has the address up to four times. */
const MAX_ADDRESS_LENGTH = 1_500

/**
 * `Link` header (RFC 8288) with the relations first, prev, next and last: paths with the request's other parameters
 * unchanged, and of a report with its `snapshot`. Undefined if the request's address is too long for it.
 */
export function pageLinks(
  url: string,
  { totalCount, page, pageSize }: PageFigures,
  snapshot?: number,
): string | undefined {
  if (url.length > MAX_ADDRESS_LENGTH) return undefined
  const [path = '', ...parts] = url.split('?')
  const replaced = snapshot === undefined ? /^page(=|$)/i : /^(page|snapshot)(=|$)/i
  const query = parts.join('?')
  const kept = query.split('&').filter((parameter) => parameter !== '' && !replaced.test(parameter))
  const others = snapshot === undefined ? kept : [...kept, `snapshot=${snapshot}`]
  const last = Math.max(1, Math.ceil(totalCount / pageSize))
  const links = [
    ['first', 1],
    ...(page > 1 ? ([['prev', Math.min(page - 1, last)]] as const) : []),
    ...(page < last ? ([['next', page + 1]] as const) : []),
    ['last', last],
  ]
  return links.map(([rel, number]) => `<${path}?${[...others, `page=${number}`].join('&')}>; rel="${rel}"`).join(', ')
}
