import type { Node } from 'typescript/unstable/ast'
import { type Code, fileOf, type Reached } from './code.ts'
import type { Step } from './read-ways.ts'

/** What a way comes by. */
export interface Followed {
  /** Functions that the way names, and that their files do not have. */
  readonly missing: readonly string[]
  /** What its functions call in files that the way does not name, as `file name`. */
  readonly beside: ReadonlySet<string>
  /** Its files that functions of others lead to, by an import or a member of an interface. */
  readonly entered: ReadonlySet<string>
}

/** Follows the named functions, and in the files of the way all that they call. */
export function follow(code: Code, steps: readonly Step[]): Followed {
  const files = new Set(steps.map(({ file }) => file))
  const named = steps.flatMap(({ file, functions }) =>
    functions.map((name) => ({ place: `${file} ${name}`, declaration: code.find(file, name) })),
  )
  const open = named.flatMap(({ declaration }) => declaration ?? [])
  const followed = new Set<Node>()
  const implementedBy = new Map<string, string>()
  const reached: (Reached & { readonly from: string | undefined })[] = []
  for (let node = open.pop(); node; node = open.pop()) {
    if (followed.has(node)) continue
    followed.add(node)
    const from = fileOf(node)
    for (const member of code.implementedIn(node)) implementedBy.set(member, from ?? '')
    for (const one of code.reachedFrom(node)) {
      reached.push({ ...one, from })
      if (files.has(one.file)) open.push(one.declaration)
    }
  }
  const hops = reached.map((one) => ({ ...one, file: implementedBy.get(one.name) ?? one.file }))
  const beside = hops.filter((one) => !files.has(one.file) && !isPassedByRule(one))
  return {
    missing: named.filter(({ declaration }) => !declaration).map(({ place }) => place),
    beside: new Set(beside.map(({ file, name }) => `${file} ${name}`)),
    entered: new Set(hops.filter(({ file, from }) => file !== from).map(({ file }) => file)),
  }
}

/** Rules of the contract, what watches the processes, and checks that refuse a request or let it pass as it is. */
const CONTRACT = /^shared\/contract\//
const OBSERVING = /\/observability\/|^shared\/process\/(?:gauges|health|log|monitor|tracing)\.ts$/
const CHECKS = /^(?:authorize|refuse|require)(?=[A-Z]|$)/

const isPassedByRule = ({ file, name, returnsNothing }: Reached) =>
  CONTRACT.test(file) || OBSERVING.test(file) || (CHECKS.test(name) && returnsNothing())
