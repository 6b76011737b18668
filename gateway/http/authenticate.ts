import { isUtf8 } from 'node:buffer'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { TokenVerifier } from '../../shared/identity/token-verifier.ts'
import type { Check } from './handler.ts'

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i

/** Finds the client whose token the request carries. It refuses nothing: the rate limit of that client comes first. */
export function identifyCaller(tokenVerifier: TokenVerifier): Check {
  return async (req, res) => {
    const token = BEARER.exec(req.headers.authorization ?? '')?.[1]
    if (token !== undefined) {
      const caller = await tokenVerifier.identify(token)
      // Tokens of internal callers are not accepted over HTTP.
      if (caller?.kind === 'client') Object.assign(res.locals, { caller, token })
      // Without a token there is no error code (RFC 6750, 3.1).
      else res.locals.challenge = 'Bearer realm="inventory", error="invalid_token"'
    }
  }
}

/** 401 without a valid token. */
export const requireCaller: Check = (_req, res) => {
  if (!res.locals.caller) throw new AppError('unauthorized', 'Authentication is missing, invalid or expired.')
}

type Form = Readonly<Record<string, string>>

/** The form of a token request, completed from HTTP Basic (RFC 6749, 2.3.1). 400 if both carry credentials. */
export function withBasicCredentials(form: Form, authorization: string | undefined): Form {
  const encoded = /^Basic +([\w+/-]+=*) *$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) {
    if (/^Basic\b/i.test(authorization ?? '')) throw malformed()
    return form
  }
  const { client_id, client_secret } = decode(encoded)
  const isDouble = form.client_secret !== undefined || (form.client_id ?? client_id) !== client_id
  if (isDouble) throw new AppError('bad_request', 'The client must authenticate in one way only.')
  return { ...form, client_id, client_secret }
}

/** Base64 of the form-encoded id, a colon and the form-encoded secret. */
function decode(encoded: string): { client_id: string; client_secret: string } {
  const bytes = Buffer.from(encoded, 'base64')
  const pair = bytes.toString()
  const colon = pair.indexOf(':')
  if (colon < 0 || !isUtf8(bytes)) throw malformed()
  try {
    const [client_id, client_secret] = [pair.slice(0, colon), pair.slice(colon + 1)].map(fromFormEncoding)
    if (client_id === undefined || client_secret === undefined) throw malformed()
    return { client_id, client_secret }
  } catch (error) {
    throw malformed(error)
  }
}

function fromFormEncoding(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

function malformed(cause?: unknown): AppError {
  return new AppError('bad_request', 'The Authorization header is malformed.', { cause })
}
