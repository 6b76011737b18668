import { useLocalStorage } from '@mantine/hooks'
import { useMatches } from '@tanstack/react-router'
import { isFor, useReasonCodes, useWarehouses } from '../../api/registries.ts'
import { useSession } from '../../api/session-context.ts'
import type { Field } from './fields.tsx'

type Texts = Readonly<Record<string, string>>
type Named = readonly (readonly [string, Field<unknown>])[]

/** What a required field without a text stands for, and why, if there is more than one to choose from. */
interface Usual {
  readonly text: string
  readonly why?: string
}

const isReason = (choice: Field<unknown>['choice']) => choice !== undefined && choice !== 'warehouse'

/**
 * The only one, or what this person chose last on this device: a warehouse in any form, a reason in this form of this
 * kind of screen. Before the first time it is the first reason of the direction, or the one that is called as the field
 * says. A line of a document has the reason of its kind of document, whatever was chosen last.
 */
export function useUsual(verb: string, fields: Named) {
  const { clientId, actor } = useSession()
  // The address of all screens of its kind, such as /receiving/$poNo.
  const screen = useMatches({ select: (all) => all.at(-1)?.routeId ?? '' })
  const [last, setLast] = useLocalStorage<Texts>({
    key: `console.last ${JSON.stringify([clientId, actor])}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const chosen = fields.filter(([, { isRequired, choice }]) => isRequired && choice !== undefined)
  const hasReason = chosen.some(([, { choice }]) => choice !== 'warehouse')
  const warehouses = useWarehouses(chosen.length > 0).map(({ wID }) => String(wID))
  const reasons = useReasonCodes(hasReason)
  const nameOf = (name: string, { choice }: Field<unknown>) =>
    choice === 'warehouse' ? name : `${screen} ${verb} ${name}`
  const usualOf = ([name, field]: Named[number]): Usual | undefined => {
    const { choice, called, isOfDocument = false } = field
    const direct = reasons.filter((reason) => isReason(choice) && isFor(reason, choice))
    const all = choice === 'warehouse' ? warehouses : direct.map(({ code }) => String(code))
    const [only, ...others] = all
    if (only === undefined || others.length === 0) return only === undefined ? undefined : { text: only }
    const before = last[nameOf(name, field)]
    const likely = called ? direct.find(({ name }) => called.test(name)) : direct[0]
    const first = likely && { text: String(likely.code), why: 'Default' }
    if (isOfDocument && first) return first
    if (before !== undefined && all.includes(before)) return { text: before, why: 'Last used' }
    return choice === 'in' || choice === 'out' ? first : undefined
  }
  const usual = new Map(chosen.map((one) => [one[0], usualOf(one)] as const))
  return {
    usual,
    /** Those of a write that was sent. */
    remember: (texts: Texts) => {
      const used = chosen.flatMap(([name, field]) => (texts[name] ? [[nameOf(name, field), texts[name]]] : []))
      if (used.length > 0) setLast({ ...last, ...Object.fromEntries(used) })
    },
  }
}
