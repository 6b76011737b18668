import { AppError } from '../../shared/contract/core/errors.ts'
import type { TokenVerifier } from '../../shared/identity/token-verifier.ts'
import type { Check } from '../http/handler.ts'

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
