import type { Random } from '../../support/records/seeded.ts'
import { type Fault, type FaultKind, faultKinds } from './components.ts'

/** Clients of a frozen gateway get no response from it, so R5 can hold for short freezes of a gateway only. */
const GATEWAY_FREEZE_MS = 1_500
const LASTS_MS = [2_000, 5_000, 11_000]
/** Longer than all deadlines, heartbeats and socket timeouts. */
const LONG_FREEZE_MS = 11_000
const SHORT_MS = 2_500
const SHARE_OF_PAIRS = 0.25
const STATEFUL = /^(inventory-1|rabbitmq|postgres|mongodb)$/
/** The only component whose commits can be held up. */
const COMMITTING = 'documentdb-gateway'
const OTHER_KINDS: readonly FaultKind[] = ['kill', 'kill twice', 'reset', 'blackhole', 'loss', 'freeze', 'kill']

/** One fault for each component, in random order; every kind occurs, and a component with state is frozen for long. */
export function oneFaultEach(components: readonly string[], random: Random): Fault[] {
  const frozen = pick(
    components.filter((component) => STATEFUL.test(component)),
    random,
  )
  const kinds = shuffled(OTHER_KINDS, random)
  const faults = components.map((component): Fault => {
    if (component === frozen) return { component, kind: 'freeze', lastsMs: LONG_FREEZE_MS }
    const kind = component === COMMITTING ? 'frozen commit' : (kinds.pop() ?? pick(OTHER_KINDS, random))
    return { component, kind, lastsMs: limited(component, SHORT_MS) }
  })
  return shuffled(faults, random)
}

/** An endless sequence of random faults, some of them two at once. */
export function* randomFaults(components: readonly string[], random: Random): Generator<readonly Fault[]> {
  const one = (): Fault => {
    const kind = pick(faultKinds, random)
    const component =
      kind === 'frozen commit' && components.includes(COMMITTING) ? COMMITTING : pick(components, random)
    return { component, kind, lastsMs: limited(component, pick(LASTS_MS, random)) }
  }
  for (;;) {
    const first = one()
    const second = one()
    yield random() < SHARE_OF_PAIRS && second.component !== first.component ? [first, second] : [first]
  }
}

const limited = (component: string, lastsMs: number) =>
  component.startsWith('gateway') ? Math.min(lastsMs, GATEWAY_FREEZE_MS) : lastsMs

export function pick<T>(choices: readonly T[], random: Random): T {
  const chosen = choices[Math.floor(random() * choices.length)]
  if (chosen === undefined) throw new Error('There is nothing to choose from')
  return chosen
}

function shuffled<T>(things: readonly T[], random: Random): T[] {
  return things
    .map((thing) => ({ thing, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ thing }) => thing)
}
