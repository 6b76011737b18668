import type { Request } from 'express'

/** The parameters of a request's query by name; one that is given several times is a list. */
export interface Query {
  /** By lower-case name: of names that differ in case only, the first. */
  readonly inAnyCase: ReadonlyMap<string, unknown>
  readonly asGiven: Readonly<Record<string, unknown>>
}

const EMPTY: Query = { inAnyCase: new Map(), asGiven: {} }

/** The query, parsed once per request: Express parses it again at each access of `req.query`. */
export function queryOf(req: Request, locals: { query?: Query }): Query {
  locals.query ??= req.originalUrl.includes('?') ? parseQuery(req.query) : EMPTY
  return locals.query
}

function parseQuery(asGiven: Readonly<Record<string, unknown>>): Query {
  const entries = Object.entries(asGiven).toReversed()
  return { asGiven, inAnyCase: new Map(entries.map(([name, value]) => [name.toLowerCase(), value])) }
}

/** A parameter's value; its name may be written in any case, and the exact name wins (docs/decisions/interface.md#4). */
export function readParameter({ asGiven, inAnyCase }: Query, name: string): unknown {
  return Object.hasOwn(asGiven, name) ? asGiven[name] : inAnyCase.get(name.toLowerCase())
}
