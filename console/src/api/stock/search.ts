import type { Schemas } from '../http/contract.ts'
import { record } from '../http/operations.ts'

export type Hit = Schemas['SearchHit']

/** Whatever has a name or a number, by a text or a scanned code. */
export const search = record('search', '/Search')
