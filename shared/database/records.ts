import type { mongo } from 'mongoose'

/**
 * The collection under a model, for the hottest writes: the compiler has checked their records, and mongoose's documents and casts
 * cost more than sending them. Pass `AS_GIVEN` with writes whose fields may be undefined.
 */
export function recordsOf<T extends { readonly _id: unknown }>(model: { readonly collection: unknown }) {
  // mongoose types it without its schema; it is the driver's collection with the driver's methods.
  return model.collection as mongo.Collection<T>
}

/** Leaves out what is undefined, as mongoose does; the driver would store null. */
export const AS_GIVEN = { ignoreUndefined: true } as const
