import helmet from 'helmet'
import type { Handler } from './handler.ts'

/** helmet's headers and `X-API-Version`. They are the same for every answer, so helmet runs once, not per request. */
export function securityHeaders(): Handler {
  const headers = new Map<string, string>([['X-API-Version', 'v1']])
  const collector = {
    setHeader: (name: string, value: string) => void headers.set(name, value),
    removeHeader: () => undefined,
  }
  const collect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
  })
  // helmet only calls these two functions of a response, and nothing of the request.
  collect({} as never, collector as never, () => undefined)
  const fixed = [...headers]
  return (_req, res, next) => {
    for (const [name, value] of fixed) res.setHeader(name, value)
    next()
  }
}
