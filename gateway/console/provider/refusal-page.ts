import type { AppError } from '../../../shared/contract/core/errors.ts'
import { toAppError } from '../../../shared/contract/core/errors.ts'
import { setStatus } from '../../http/answer.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import type { Answer, Handler } from '../../http/handler.ts'
import { sendBody } from '../../http/send-body.ts'

/**
 * Runs the steps of a sign-in. What they refuse is a page for browsers, with a way back, since the person is on no page of
 * the console then; for programs it is the error object.
 */
export function withRefusalPage(...steps: readonly Handler[]): Handler {
  return async (req, res, next) => {
    try {
      for (const step of steps) await step(req, res, () => undefined)
    } catch (thrown) {
      const error = toAppError(thrown)
      const { log } = res.locals
      log.warn({ err: thrown, code: error.code }, 'A sign-in by the identity provider was refused')
      if (req.accepts(['json', 'html']) !== 'html' || error.code === 'internal_error') return next(thrown)
      sendPage(res, error)
    }
  }
}

function sendPage(res: Answer, error: AppError): void {
  res.locals.failure = { code: error.code, body: Buffer.from(JSON.stringify(error.toBody())) }
  setStatus(res, error.status)
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
  res.setHeader('Content-Security-Policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
  sendBody(res, Buffer.from(toPage(error)))
}

const toPage = ({ message }: AppError) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Sign-in failed – Inventory</title>
  </head>
  <body>
    <main>
      <h1>Sign-in failed</h1>
      <p>${escapeHtml(message)}</p>
      <p><a href="/console">Back to sign-in</a></p>
    </main>
  </body>
</html>
`
