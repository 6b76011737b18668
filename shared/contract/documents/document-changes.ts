import type { z } from 'zod'
import { type FamilyKey, families } from '../../names/families.ts'
import { permissions } from '../core/access.ts'
import { type ChangeKind, changeKind } from '../core/change-kind.ts'

type Given<T extends string, D extends z.ZodType, I extends z.ZodObject> = Pick<
  ChangeKind<T, D, D, I>,
  'name' | 'description' | 'types' | 'data' | 'ids' | 'toIds'
>

/** A kind of change that a family's documents have: its data is what the event has, for everybody who may read them. */
export const documentChange = <
  const K extends FamilyKey,
  const T extends `${K}.${string}`,
  D extends z.ZodType,
  I extends z.ZodObject,
>(
  key: K,
  given: Given<T, D, I>,
) =>
  changeKind<T, D, D, I>({
    publisher: 'inventory',
    // What a counter may read of counts is blind; the feed is not.
    access: permissions[families[key].reads.at(-1) ?? families[key].reads[0]],
    event: given.data,
    visible: (data) => data,
    ...given,
  })
