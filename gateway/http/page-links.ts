import type { PageFigures } from '../../shared/contract/core/paging.ts'

/** Clients refuse headers of more than 8 to 16 kB, and the header has the address up to four times. */
const MAX_ADDRESS_LENGTH = 1_500

/**
 * `Link` header (RFC 8288) with the relations first, prev, next and last: paths with the request's other parameters
 * unchanged, and of a report with its `snapshot`. The next page has the key of the last record before it, the others
 * their numbers (docs/decisions/lists.md#13). Undefined if the request's address is too long for it.
 */
export function pageLinks(
  url: string,
  { totalCount, page, pageSize, next, hasMore }: PageFigures,
  snapshot?: number,
): string | undefined {
  const [path = '', ...rest] = url.split('?')
  const replaced = snapshot === undefined ? /^(page|after)(=|$)/i : /^(page|after|snapshot)(=|$)/i
  const query = rest.join('?')
  const kept = query.split('&').filter((parameter) => parameter !== '' && !replaced.test(parameter))
  const others = snapshot === undefined ? kept : [...kept, `snapshot=${snapshot}`]
  const last = Math.max(1, Math.ceil(totalCount / pageSize))
  if (path.length + kept.join('&').length > MAX_ADDRESS_LENGTH) return undefined
  const links = [
    ['first', 'page=1'],
    ...(page > 1 ? [['prev', `page=${Math.min(page - 1, last)}`]] : []),
    ...((hasMore ?? page < last) ? [['next', next === undefined ? `page=${page + 1}` : `after=${next}`]] : []),
    ['last', `page=${last}`],
  ]
  return links.map(([rel, where]) => `<${path}?${[...others, where].join('&')}>; rel="${rel}"`).join(', ')
}
