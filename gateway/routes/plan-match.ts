import { MAX_PLAN_TAG } from '../../shared/contract/core/dry-runs.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'

/**
 * `If-Plan-Match` of a write that has a dry run. 400 for a request that has none: a condition that is not looked at would be
 * taken for kept.
 */
export function readPlanMatch(
  { hasDryRun, effect }: Operation,
  header: string | string[] | undefined,
): string | undefined {
  if (header === undefined) return undefined
  if (!hasDryRun || effect === 'read')
    throw new AppError('bad_request', 'This request has no plan that If-Plan-Match could name.')
  const tag = String(header)
  if (tag.length > MAX_PLAN_TAG) throw new AppError('bad_request', 'The If-Plan-Match is no X-Plan of this version.')
  return tag
}
