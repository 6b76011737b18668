import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../api/session-context.ts'

type Texts = Readonly<Record<string, string>>

interface DraftOptions {
  readonly verb: string
  /** What it does that to, if the page has several such forms. */
  readonly of?: string | number | undefined
  readonly initial?: Texts
  /** Takes the place of what was typed before. */
  readonly said?: Texts | undefined
}

/** A form of this page and person. */
function useDraftName(): (verb: string, of?: string | number) => readonly string[] {
  const { clientId, actor } = useSession()
  const path = useLocation({ select: ({ pathname }) => pathname })
  return (verb, of = '') => [clientId, actor, path, verb, String(of)]
}

/** Whether something was typed into a form of this page, or sent by it, that is not done yet: the form is opened again. */
export function useHasDraft(): (verb: string, of?: string | number) => boolean {
  const nameOf = useDraftName()
  return (verb, of) => hasDraft(nameOf(verb, of))
}

export interface KeptSent<Sent> {
  /** What had been sent when the page was left, without a response. */
  readonly sentBefore: Sent | undefined
  readonly keepSent: (sent: Sent | undefined) => void
  /** All is done. */
  readonly keepNothing: () => void
}

/** The texts of a form. What is typed outlives a reload and a lost session; so does what was sent, with its key. */
export function useDraft<Sent = never>({ verb, of, initial = {}, said = {} }: DraftOptions) {
  const present = useDraftName()(verb, of)
  // A response may come when another page is shown.
  const [name] = useState(present)
  const [before] = useState(() => getDraft<Sent>(name))
  const kept = useRef(before)
  const [texts, setTexts] = useState<Texts>({ ...initial, ...before.texts, ...said })
  const keep = (change: Draft<Sent>) => {
    kept.current = { ...kept.current, ...change }
    putDraft(name, kept.current)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was scanned counts as typed, once
  useEffect(() => {
    if (Object.keys(said).length > 0) keep({ texts: { ...before.texts, ...said } })
  }, [])
  const sent: KeptSent<Sent> = {
    sentBefore: before.sent,
    keepSent: (one) => keep({ sent: one }),
    keepNothing: () => keep({ texts: {}, sent: undefined }),
  }
  return {
    texts,
    sent,
    /** Something had been typed when the form was opened. */
    wasTyped: before.sent === undefined && Object.keys(before.texts ?? {}).length > 0,
    type: (more: Texts) => {
      setTexts((shown) => ({ ...shown, ...more }))
      keep({ texts: { ...kept.current.texts, ...more } })
    },
    /** The form is closed: what may have been done stays known. */
    close: () => {
      if (kept.current.sent === undefined) sent.keepNothing()
    },
    /** What was typed is done, or given up. */
    startAnew: (next: Texts) => {
      setTexts(next)
      sent.keepNothing()
    },
  }
}

/**
 * What is typed into a form and not done yet. It is kept for this tab alone, so that two tabs with the same form do not
 * mix, and outlives a reload and a sign-in in it.
 */
interface Draft<Sent> {
  readonly texts?: Readonly<Record<string, string>>
  /** A write that may have been done: its response has not come yet. */
  readonly sent?: Sent | undefined
}

const toKey = (name: readonly string[]) => `console.draft ${JSON.stringify(name)}`

const hasDraft = (name: readonly string[]): boolean => sessionStorage.getItem(toKey(name)) !== null

/** Only `putDraft` writes it, under the name of the same form. */
function getDraft<Sent>(name: readonly string[]): Draft<Sent> {
  const kept = sessionStorage.getItem(toKey(name))
  return kept === null ? {} : (JSON.parse(kept) as Draft<Sent>)
}

/** An empty one is removed. */
function putDraft<Sent>(name: readonly string[], draft: Draft<Sent>): void {
  const isEmpty = draft.sent === undefined && Object.keys(draft.texts ?? {}).length === 0
  if (isEmpty) sessionStorage.removeItem(toKey(name))
  else sessionStorage.setItem(toKey(name), JSON.stringify(draft))
}
