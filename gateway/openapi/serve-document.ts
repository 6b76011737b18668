import { AppError } from '../../shared/contract/errors.ts'
import type { Handler } from '../answer.ts'

/** Answers GET and HEAD with a document that never changes; other methods as everywhere (decision 2). */
export function serveDocument(document: unknown): Handler {
  const bytes = Buffer.from(JSON.stringify(document))
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.setHeader('Allow', 'GET, HEAD')
      throw new AppError('not_implemented', 'This path does not support the method.')
    }
    res.setHeader('Content-Type', 'application/json; charset=utf-8')
    res.setHeader('Content-Length', bytes.length)
    res.end(bytes)
  }
}
