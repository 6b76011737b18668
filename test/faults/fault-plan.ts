import type { Random } from '../support/seeded.ts'
import { type Fault, type FaultKind, faultKinds } from './components.ts'

/** Clients of a frozen gateway get no answer from it, so R5 can hold for short freezes of a gateway only. */
const GATEWAY_FREEZE_MS = 1_500
const FREEZES_MS = [2_000, 5_000, 11_000]
/** Longer than all deadlines, heartbeats and socket timeouts. */
const LONG_FREEZE_MS = 11_000
const SHORT_FREEZE_MS = 2_500

/** Every kind of fault for every component once, in random order. Components with state are frozen for long. */
export function everyFault(components: readonly string[], random: Random): Fault[] {
  const faults = components.flatMap((component) =>
    faultKinds.map((kind) => ({ component, kind, freezeMs: limited(component, usualFreeze(component)) })),
  )
  return shuffled(faults, random)
}

/** An endless sequence of random faults. */
export function* randomFaults(components: readonly string[], random: Random): Generator<Fault> {
  for (;;) {
    const component = pick(components, random)
    const kind: FaultKind = pick(faultKinds, random)
    yield { component, kind, freezeMs: limited(component, pick(FREEZES_MS, random)) }
  }
}

const usualFreeze = (component: string) =>
  /^(inventory-1|rabbitmq|postgres|mongodb)$/.test(component) ? LONG_FREEZE_MS : SHORT_FREEZE_MS

const limited = (component: string, freezeMs: number) =>
  component.startsWith('gateway') ? Math.min(freezeMs, GATEWAY_FREEZE_MS) : freezeMs

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
