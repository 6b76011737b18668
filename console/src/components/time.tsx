import { Group } from '@mantine/core'
import { DAY_SECONDS } from '../../../shared/day.ts'
import { isGivenAsDay, isLate } from '../fold/days.ts'
import { StateBadge } from './lot-state.tsx'

const moments = new Intl.DateTimeFormat(undefined, {
  year: 'numeric',
  month: 'short',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})
const seconds = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const DAY = { year: 'numeric', month: 'short', day: '2-digit' } as const
const days = new Intl.DateTimeFormat(undefined, DAY)
const daysInUtc = new Intl.DateTimeFormat(undefined, { ...DAY, timeZone: 'UTC' })

/** Of a time axis, by how many seconds are between two ticks. */
const ticks = [
  { from: DAY_SECONDS, format: days },
  {
    from: 60,
    format: new Intl.DateTimeFormat(undefined, { month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit' }),
  },
  { from: 0, format: new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' }) },
]
export const formatTick = (second: number, step: number): string =>
  (ticks.find(({ from }) => step >= from)?.format ?? moments).format(second * 1000)
export const formatMoment = (second: number): string => moments.format(second * 1000)

/** A moment in the viewer's zone; UTC on hover. */
export function Moment({
  at,
  isToTheSecond = false,
}: {
  readonly at: string | null
  readonly isToTheSecond?: boolean
}) {
  if (at === null) return <None />
  return (
    <time dateTime={at} title={toUtc(at)} className="num">
      {(isToTheSecond ? seconds : moments).format(new Date(at))}
    </time>
  )
}

/** A day without a time as it was given, or the day of a moment in the viewer's zone; UTC on hover. */
export function Day({ at }: { readonly at: string | null }) {
  if (at === null) return <None />
  return (
    <time dateTime={at} title={toUtc(at)} className="num">
      {(isGivenAsDay(at) ? daysInUtc : days).format(new Date(at))}
    </time>
  )
}

/** There is no value. */
export function None() {
  return <span style={{ color: 'var(--mantine-color-dimmed)' }}>–</span>
}

const SECOND_END = /(\.000)?Z$/
const toUtc = (at: string) => `${new Date(at).toISOString().replace('T', ' ').replace(SECOND_END, ' UTC')}`

/** A day by which something is to be done; it says so when that day has passed. */
export function Due({ at, isOpen = true }: { readonly at: string | null; readonly isOpen?: boolean }) {
  if (at === null) return 'No date'
  return (
    <Group gap={6} wrap="nowrap">
      <Day at={at} />
      {isOpen && isLate(at) && <StateBadge colour="var(--ink-bad)">Late</StateBadge>}
    </Group>
  )
}
