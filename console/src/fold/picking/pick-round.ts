/** Units of a lot that are on a list of picks. */
interface Listed {
  readonly soNo: string
  readonly lineNo: number
  readonly recNo: number
}

interface Confirmed {
  readonly soNo: string
  readonly body: { readonly lineNo: number; readonly recno: number; readonly units: number }
  /** When the list was read that it was taken from, in ms. */
  readonly listedAt: number
  readonly state: 'waiting' | 'done' | 'refused'
  /** Why fewer were picked than were listed. */
  readonly fewer?: string
}

interface PickOfRound<P, C> {
  readonly pick: P
  /** Absent: still to be picked. */
  readonly confirmed?: C
}
export type Round<P extends Listed, C extends Confirmed> = readonly PickOfRound<P, C>[]

const MAX_REASON = 255

/**
 * The picks of a list with what became of them. What waits counts in every list; what is done or refused, in that which it
 * was taken from: a later one was read after it.
 */
export function toRound<P extends Listed, C extends Confirmed>(
  picks: readonly P[],
  confirmed: readonly C[],
  listedAt: number,
): Round<P, C> {
  return picks.map((pick) => {
    const own = confirmed.findLast(
      ({ soNo, body, state, listedAt: at }) =>
        isSameLine(pick, { soNo, lineNo: body.lineNo }) &&
        body.recno === pick.recNo &&
        (state === 'waiting' || at === listedAt),
    )
    return { pick, ...(own && { confirmed: own }) }
  })
}

/**
 * The reason of a short pick, as the interface takes it: with it, the rest of the line is backordered. So it is given with
 * the last pick of a line, also for a pick before.
 */
export function shortOf<P extends Listed, C extends Confirmed>(
  round: Round<P, C>,
  pick: P,
  fewer: string | undefined,
): string | undefined {
  const others = round.filter((one) => isSameLine(one.pick, pick) && one.pick.recNo !== pick.recNo)
  if (others.some(({ confirmed }) => !confirmed || confirmed.state === 'refused')) return undefined
  const reasons = [...others.map(({ confirmed }) => confirmed?.fewer), fewer].flatMap((reason) => reason ?? [])
  return reasons.length === 0 ? undefined : [...new Set(reasons)].join('; ').slice(0, MAX_REASON)
}

type NamedLine = Pick<Listed, 'soNo' | 'lineNo'>
const isSameLine = (one: NamedLine, other: NamedLine) => one.soNo === other.soNo && one.lineNo === other.lineNo
