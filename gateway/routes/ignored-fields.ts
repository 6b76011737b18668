import { toFieldName } from '../../shared/contract/core/fields.ts'
import { unknownFields } from '../../shared/contract/core/unknown-fields.ts'
import type { Answer } from '../http/handler.ts'
import { joinNames } from '../http/query.ts'
import type { RoutedOperation } from './routed-operation.ts'

/**
 * Names the members of a body that the operation does not read, in the answer and in the log
 * (docs/decisions/interface.md#4).
 */
export function nameIgnoredFields(routed: RoutedOperation, body: Readonly<Record<string, unknown>>, res: Answer): void {
  const ignored = joinNames(ignoredFields(routed, body))
  if (ignored === undefined) return
  res.locals.ignoredFields = ignored
  res.setHeader('X-Ignored-Fields', ignored)
}

function* ignoredFields({ operation, queryFields }: RoutedOperation, body: Readonly<Record<string, unknown>>) {
  for (const path of unknownFields(operation.input, body))
    yield toFieldName(path.map((key) => (typeof key === 'string' ? encodeURIComponent(key.toWellFormed()) : key)))
  // Such as `dryRun`, which is read from the query only.
  yield* queryFields.filter((name) => Object.hasOwn(body, name))
}
