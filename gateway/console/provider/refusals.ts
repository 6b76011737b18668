import * as oidc from 'openid-client'
import { AppError, serviceUnavailable } from '../../../shared/contract/core/errors.ts'

/** Messages about claims of an ID token that are not as they must be, by their names. */
const OF_CLAIM: Readonly<Record<string, string>> = {
  nonce: 'The answer of the identity provider belongs to another sign-in (nonce).',
  iss: 'The answer comes from another identity provider (issuer).',
  aud: 'The answer of the identity provider is for another application (audience).',
  azp: 'The answer of the identity provider is for another application (audience).',
}
const AGAIN = 'Sign in again.'
const UNCHECKED = 'The answer of the identity provider cannot be verified.'

/** The error that a person gets for one of the provider or its answers; 503 if the provider does not answer. */
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
    return unauthorized(`The answer of the identity provider has expired. ${AGAIN}`, error)
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
