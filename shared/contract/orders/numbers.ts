import { families } from '../../names/families.ts'
import { whyUnreachable } from '../core/identifiers.ts'

/** Families of documents whose numbers are unique over all of them (docs/decisions/documents.md#46). */
const paths = Object.values(families).map(({ path }) => path)

/** Whether paths of every family find a document of this number. */
export const isReachable = (number: string) => whyUnreachable(number, paths) === undefined
