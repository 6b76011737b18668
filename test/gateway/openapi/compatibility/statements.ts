/** The parts of an OpenAPI document that this comparison reads. */
export interface ComparedDocument {
  readonly openapi: string
  readonly servers: unknown
  readonly security: unknown
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly webhooks: Readonly<Record<string, unknown>>
  readonly components: Readonly<Record<string, object>>
}

/** Words for people: a client's code does not read them. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(['description', 'summary', 'example', 'examples'])
/** Maps whose keys are names that the interface gave; one of them may be `description`. */
const NAMED: ReadonlySet<string> = new Set(['properties', 'headers', 'schemas'])
/** Lists whose order says nothing. */
const UNORDERED: ReadonlySet<string> = new Set(['required', 'enum', 'type', 'parameters', 'tags', 'security'])

/**
 * Everything that a document promises, one line each, beginning with the operation, webhook or component that promises it:
 * `POST /Inventory/Move: requestBody.required = true`.
 */
export function toStatements({ paths, webhooks, components, ...rest }: ComparedDocument): ReadonlySet<string> {
  const promising = [
    ['every operation', { openapi: rest.openapi, servers: rest.servers, security: rest.security }] as const,
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
    ...Object.entries(webhooks).map(([name, webhook]) => [`webhook ${name}`, webhook] as const),
    ...Object.entries(components).flatMap(([kind, named]) =>
      Object.entries(named).map(([name, component]) => [`${kind}/${name}`, component] as const),
    ),
  ]
  return new Set(
    promising.flatMap(([name, value]) => statementsOf(value, []).map((statement) => `${name}: ${statement}`)),
  )
}

function statementsOf(value: unknown, place: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [`${place.join('.')} = ${JSON.stringify(value)}`]
  const isNamed = NAMED.has(place.at(-1) ?? '') && place.at(-2) !== 'properties'
  const members = Object.entries(value).filter(([key]) => isNamed || !FOR_PEOPLE.has(key))
  if (members.length === 0) return [`${place.join('.')} = ${Array.isArray(value) ? '[]' : '{}'}`]
  return members.flatMap(([key, member]) => statementsOf(member, [...place, toStep(key, member, value, place.at(-1))]))
}

/** A member of an unordered list is named by what it is, so that another one before it changes nothing. */
function toStep(key: string, member: unknown, of: object, name = ''): string {
  if (!Array.isArray(of) || !UNORDERED.has(name)) return key
  return typeof member === 'object' && member !== null && 'name' in member ? `(${member.name})` : '()'
}

/** What the earlier document promised and the later does not (`-`), and what is new (`+`). */
export function compareStatements(earlier: ReadonlySet<string>, later: ReadonlySet<string>): string[] {
  const gone = [...earlier].filter((statement) => !later.has(statement)).map((statement) => `- ${statement}`)
  const added = [...later].filter((statement) => !earlier.has(statement)).map((statement) => `+ ${statement}`)
  return [...gone, ...added]
}
