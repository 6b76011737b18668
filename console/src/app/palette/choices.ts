import type { NavigateOptions } from '@tanstack/react-router'
import type { Hit } from '../../api/stock/search.ts'
import { toText } from '../../fold/person-numbers.ts'
import type { IconName } from '../../parts/icons.tsx'
import type { Destination } from './destinations.ts'

/** What can be opened. */
export interface Choice {
  readonly id: string
  readonly group: string
  readonly icon: IconName
  readonly name: string
  readonly about: string
  /** Where a lot is. */
  readonly place?: { readonly wid: number; readonly spot: string } | undefined
  readonly key?: string | undefined
  readonly isExact: boolean
  readonly way: NavigateOptions
}

interface Kind {
  readonly group: string
  readonly icon: IconName
  readonly wayTo: (key: string) => NavigateOptions
}

const kinds: Readonly<Record<Hit['kind'], Kind>> = {
  item: { group: 'Items', icon: 'stock', wayTo: (shortID) => ({ to: '/items/$shortID', params: { shortID } }) },
  lot: { group: 'Lots', icon: 'lots', wayTo: (key) => ({ to: '/lots/$recno', params: { recno: Number(key) } }) },
  purchaseOrder: {
    group: 'Purchase orders',
    icon: 'receiving',
    wayTo: (poNo) => ({ to: '/receiving/$poNo', params: { poNo } }),
  },
  shippingOrder: {
    group: 'Shipping orders',
    icon: 'fulfilment',
    wayTo: (soNo) => ({ to: '/fulfilment/$soNo', params: { soNo } }),
  },
  workOrder: { group: 'Work orders', icon: 'work', wayTo: (woNo) => ({ to: '/work-orders/$woNo', params: { woNo } }) },
  transit: { group: 'Transits', icon: 'transit', wayTo: (slip) => ({ to: '/transits/$slip', params: { slip } }) },
  count: { group: 'Counts', icon: 'count', wayTo: (countNo) => ({ to: '/counts/$countNo', params: { countNo } }) },
  reservation: {
    group: 'Reservations',
    icon: 'reservation',
    wayTo: (key) => ({ to: '/reservations/$reservationID', params: { reservationID: Number(key) } }),
  },
}

export function ofHit(hit: Hit): Choice {
  const { kind, key, isExact, wid, spot } = hit
  const { group, icon, wayTo } = kinds[kind]
  const isNumbered = kind === 'lot' || kind === 'reservation'
  return {
    id: `${kind} ${key}`,
    group,
    icon,
    name: isNumbered ? `${kind === 'lot' ? 'Lot' : 'Reservation'} ${key}` : key,
    about: aboutOf(hit),
    place: wid === null ? undefined : { wid, spot: spot ?? '' },
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
    .filter((part) => part !== '')
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
