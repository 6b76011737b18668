import { AppError } from '../shared/contract/core/errors.ts'
import type { TokenVerifier } from '../shared/identity/token-verifier.ts'
import type { Handler } from './http/answer.ts'

const BEARER = /^Bearer +([\w.~+/-]+=*) *$/i

/** Finds out who calls, without refusing anybody yet: the rate limit comes first. Insiders do not come in through HTTP. */
export function authenticate(tokenVerifier: TokenVerifier): Handler {
  return (req, res, next) => {
    const token = BEARER.exec(req.headers.authorization ?? '')?.[1]
    if (token !== undefined) {
      const caller = tokenVerifier.identify(token)
      if (caller?.kind === 'client') Object.assign(res.locals, { caller, token })
      // RFC 6750, 3.1: a reason is given only to who has sent a token.
      else res.locals.challenge = 'Bearer realm="inventory", error="invalid_token"'
    }
    next()
  }
}

export const requireCaller: Handler = (_req, res, next) => {
  if (!res.locals.caller) throw new AppError('unauthorized', 'Authentication is missing, invalid or expired.')
  next()
}
