import * as oidc from 'openid-client'
import { AppError, serviceUnavailable, toAppError } from '../../shared/contract/core/errors.ts'
import type { Handler, Response } from '../http/handler.ts'
import { setStatus } from '../http/response.ts'
import { escapeHtml, sendBody } from '../http/send-body.ts'

/** Messages about claims of an ID token that are not as they must be, by their names. */
const OF_CLAIM: Readonly<Record<string, string>> = {
  nonce: 'The response of the identity provider belongs to another sign-in (nonce).',
  iss: 'The response comes from another identity provider (issuer).',
  aud: 'The response of the identity provider is for another application (audience).',
  azp: 'The response of the identity provider is for another application (audience).',
}
const AGAIN = 'Sign in again.'
const UNCHECKED = 'The response of the identity provider cannot be verified.'

/** The error that a person gets for one of the provider or its responses; 503 if the provider does not answer. */
export function toRefusal(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof oidc.AuthorizationResponseError)
    return new AppError('forbidden', `The identity provider has refused the sign-in (${wordOf(error.error)}).`, {
      cause: error,
    })
  if (error instanceof oidc.ResponseBodyError) {
    if (error.error === 'invalid_grant')
      return unauthorized(`The code of this sign-in has expired, or was used before. ${AGAIN}`, error)
    return serviceUnavailable(error)
  }
  const attributes = attributesOf(error)
  if (attributes.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED')
    return unauthorized(`${OF_CLAIM[attributes.claim] ?? UNCHECKED} ${AGAIN}`, error)
  if (attributes.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return unauthorized(`The response of the identity provider has expired. ${AGAIN}`, error)
  if (attributes.code === 'OAUTH_INVALID_RESPONSE') {
    return unauthorized(`${attributes.message.includes('"iss"') ? OF_CLAIM.iss : UNCHECKED} ${AGAIN}`, error)
  }
  if (attributes.code === 'OAUTH_KEY_SELECTION_FAILED') return unauthorized(`${UNCHECKED} ${AGAIN}`, error)
  return serviceUnavailable(error)
}

export const unauthorized = (message: string, cause?: unknown) => new AppError('unauthorized', message, { cause })

/** An error code of OAuth (RFC 6749, 4.1.2.1), which came by the person's browser. */
const wordOf = (code: string) => (/^[\w.-]{1,60}$/.test(code) ? code : 'error')

/** The code of an error of the library, what it says, and the claim that it is about. */
function attributesOf(error: unknown) {
  const { code, cause } = Object(error)
  const { message, cause: details } = Object(cause)
  return { code: String(code), message: String(message), claim: String(Object(details).claim) }
}

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

function sendPage(res: Response, error: AppError): void {
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
