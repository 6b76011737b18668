import { AppError } from '../shared/contract/core/errors.ts'
import type { Handler } from './http/answer.ts'

/** For paths outside the contract that there is only something to read at: other methods as everywhere (decision 2). */
export const onlyRead: Handler = (req, res, next) => {
  if (req.method === 'GET' || req.method === 'HEAD') return next()
  res.setHeader('Allow', 'GET, HEAD')
  throw new AppError('not_implemented', 'This path does not support the method.')
}
