import { answersUnmodified, type Handler } from '../http/answer.ts'

/** Answers with a document that never changes. */
export function serveDocument(document: unknown): Handler {
  const bytes = Buffer.from(JSON.stringify(document))
  return (_req, res) => {
    if (answersUnmodified(res, bytes)) return
    res.setHeader('Content-Type', 'application/json; charset=utf-8')
    res.setHeader('Content-Length', bytes.length)
    res.end(bytes)
  }
}
