import type { LoadJob } from '../load-job.ts'

/** The requests of a load as HTTP/1.1 bytes, encoded once, so that sending one is a single write. */
export function encodeRequests({ url, token, requests }: Pick<LoadJob, 'url' | 'token' | 'requests'>): Buffer[] {
  const { host, pathname } = new URL(url)
  return requests.map(({ method, path, body }) => {
    const content = body === undefined ? '' : JSON.stringify(body)
    const head = [
      `${method} ${pathname}${path} HTTP/1.1`,
      `host: ${host}`,
      `authorization: Bearer ${token}`,
      ...(body === undefined
        ? []
        : ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]),
    ]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`)
  })
}
