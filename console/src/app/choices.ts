import type { NavigateOptions } from '@tanstack/react-router'
import type { Hit } from '../api/search.ts'
import type { IconName } from '../components/icons.tsx'
import type { Destination, Family } from '../components/routes.ts'
import { toText } from '../fold/person-numbers.ts'
import { families } from '../screens/families.ts'

export interface Choice {
  readonly id: string
  readonly group: string
  readonly icon: IconName
  readonly name: string
  readonly about: string
  readonly location?: { readonly wid: number; readonly spot: string } | undefined
  readonly key?: string | undefined
  readonly isExact: boolean
  readonly way: NavigateOptions
}

const kinds: Readonly<Record<Hit['kind'], Omit<Family, 'destinations'>>> = {
  item: { group: 'Items', icon: 'stock', wayTo: (shortID) => ({ to: '/items/$shortID', params: { shortID } }) },
  lot: { group: 'Lots', icon: 'lots', wayTo: (key) => ({ to: '/lots/$recno', params: { recno: Number(key) } }) },
  ...families,
}

/** Most hits of a kind that are shown. */
const SHOWN = 5
/** Longest filter of a list, in characters. */
const MAX_WORDS = 64
/** One more says whether there are others. */
export const ASKED = SHOWN + 1

/** What all lots that were found have in common, if there are more than are shown: the list shows those with it. */
export function manyLotsIn(hits: readonly Hit[]): LotsWith | undefined {
  const [first, ...others] = hits.filter(({ kind }) => kind === 'lot')
  if (!first || others.length < SHOWN) return undefined
  const { field, value, isExact } = first
  if (field !== 'serial' && field !== 'serial2' && field !== 'spot') return undefined
  return others.every((one) => one.field === field && one.value === value) ? { field, value, isExact } : undefined
}

interface LotsWith {
  readonly field: 'serial' | 'serial2' | 'spot'
  readonly value: string
  readonly isExact: boolean
}

/** A request for these lots: those at a spot are in stock, a number is found in used-up ones too. */
export const lotsWith = ({ field, value }: LotsWith) => ({ [field]: value, ...(field === 'spot' && { active: true }) })

const filtersOf = ({ field, value }: LotsWith) => ({
  [field]: value,
  ...(field !== 'spot' && { state: 'all' as const }),
})

interface Found {
  readonly hits: readonly Hit[]
  readonly text: string
  /** How many lots have what `manyLotsIn` says, once they are counted. */
  readonly lotsInAll: number | undefined
}

/** What was found: of each kind the first ones, and the way to a list of all. */
export function ofHits({ hits, text, lotsInAll }: Found): readonly Choice[] {
  return [...new Set(hits.map(({ kind }) => kind))].flatMap((kind) => {
    const own = hits.filter((hit) => hit.kind === kind)
    const group = `${kinds[kind].group}${own.length > SHOWN ? ` (first ${SHOWN})` : ''}`
    const all = kind === 'item' ? allItems(hits, text) : kind === 'lot' ? allLots(hits, lotsInAll) : undefined
    return [...own.slice(0, SHOWN).map(ofHit), ...(all ? [all] : [])].map((choice) => ({ ...choice, group }))
  })
}

function allLots(hits: readonly Hit[], inAll: number | undefined): Choice | undefined {
  const many = manyLotsIn(hits)
  return (
    many && {
      ...ofAll('lot'),
      name: inAll === undefined ? 'Show all lots' : `Show all ${toText(inAll)} lots`,
      about: many.value,
      isExact: many.isExact,
      way: { to: '/lots', search: filtersOf(many) },
    }
  )
}

/** The list of items finds words of SKUs and descriptions, and nothing else. */
function allItems(hits: readonly Hit[], text: string): Choice | undefined {
  const items = hits.filter(({ kind }) => kind === 'item')
  const isListed = items.every(({ field }) => field === 'shortID' || field === 'description')
  if (items.length <= SHOWN || !isListed || text.length > MAX_WORDS) return undefined
  return {
    ...ofAll('item'),
    name: 'Show all items',
    about: text,
    isExact: false,
    way: { to: '/items', search: { search: text } },
  }
}

const ofAll = (kind: Hit['kind']) => ({ id: `all ${kind}`, group: kinds[kind].group, icon: kinds[kind].icon })

function ofHit(hit: Hit): Choice {
  const { kind, key, isExact, wid, spot } = hit
  const { group, icon, wayTo } = kinds[kind]
  const isNumbered = kind === 'lot' || kind === 'reservation'
  return {
    id: `${kind} ${key}`,
    group,
    icon,
    name: isNumbered ? `${kind === 'lot' ? 'Lot' : 'Reservation'} ${key}` : key,
    about: aboutOf(hit),
    location: wid === null ? undefined : { wid, spot: spot ?? '' },
    isExact,
    way: wayTo(key),
  }
}

const NAMED: readonly Hit['field'][] = ['alias', 'serial', 'serial2', 'reference']

function aboutOf({ name, status, units, field, value }: Hit): string {
  return [
    ...(units === null ? [] : [toText(units)]),
    name,
    ...(NAMED.includes(field) ? [value] : []),
    ...(status === null ? [] : [status]),
  ]
    .filter((word) => word !== '')
    .join(' · ')
}

/** Screens of which each typed word begins a word of the name. */
export function ofDestinations(destinations: readonly Destination[], typed: string): readonly Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = (label: string) => {
    const own = label.toLowerCase().split(' ')
    return words.every((word) => own.some((one) => one.startsWith(word)))
  }
  return destinations
    .filter(({ label }) => isMeant(label))
    .map(({ to, label, icon, key }) => ({
      id: `screen ${to}`,
      group: 'Go to',
      icon,
      name: label,
      about: '',
      key: key && `g ${key}`,
      isExact: label.toLowerCase() === typed.toLowerCase(),
      way: { to },
    }))
}

/** Exact hits, screens, then other hits. */
export const inOrder = (hits: readonly Choice[], screens: readonly Choice[]): readonly Choice[] => [
  ...hits.filter(({ isExact }) => isExact),
  ...screens,
  ...hits.filter(({ isExact }) => !isExact),
]

/** What is meant by what was scanned or typed: what has exactly that name, or the one that is left. */
export function meantBy(choices: readonly Choice[]): Choice | undefined {
  const exact = choices.filter(({ isExact }) => isExact)
  const [only, ...others] = exact.length > 0 ? exact : choices
  return others.length === 0 ? only : undefined
}
