/**
 * What is typed into a form and not done yet. It is kept for this tab alone, so that two tabs with the same form do not
 * mix, and outlives a reload and a sign-in in it.
 */
export interface Draft<Sent> {
  readonly texts?: Readonly<Record<string, string>>
  /** A write that may have been done: its answer has not come yet. */
  readonly sent?: Sent | undefined
}

const toKey = (name: readonly string[]) => `console.draft ${JSON.stringify(name)}`

export const hasDraft = (name: readonly string[]): boolean => sessionStorage.getItem(toKey(name)) !== null

/** Only `putDraft` writes it, under the name of the same form. */
export function getDraft<Sent>(name: readonly string[]): Draft<Sent> {
  const kept = sessionStorage.getItem(toKey(name))
  return kept === null ? {} : (JSON.parse(kept) as Draft<Sent>)
}

/** An empty one is removed. */
export function putDraft<Sent>(name: readonly string[], draft: Draft<Sent>): void {
  const isEmpty = draft.sent === undefined && Object.keys(draft.texts ?? {}).length === 0
  if (isEmpty) sessionStorage.removeItem(toKey(name))
  else sessionStorage.setItem(toKey(name), JSON.stringify(draft))
}
