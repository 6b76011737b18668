import { AppError } from '../../shared/contract/core/errors.ts'
import type { Handler } from './handler.ts'

/**
 * 501 with `Allow` for other methods than GET and HEAD (docs/decisions/interface.md#2), for documents outside the
 * contract.
 */
export const refuseWrites: Handler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  res.setHeader('Allow', 'GET, HEAD')
  throw new AppError('not_implemented', 'This path does not support the method.')
}
