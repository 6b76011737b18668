import type { ToolAnnotations, Tool as ToolDefinition } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { authorize, type Caller } from '../../shared/contract/core/access.ts'
import { findDryRun, isDryRun } from '../../shared/contract/core/dry-runs.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { type RoutedOperation, toRouted } from '../routes/routed-operation.ts'

/** What a tool does with its operation: it reads, says what a write would do, or does what was planned. */
type Purpose = 'read' | 'plan' | 'commit'

export interface Tool {
  readonly name: string
  readonly purpose: Purpose
  readonly routed: RoutedOperation
  /** The dry run of a write that has one. */
  readonly dryRun?: RoutedOperation | undefined
  /** The tool that commits what this one plans, or plans what this one commits. */
  readonly partner?: string
}

/** The tools for every operation that clients have, by their names: one for a read, two for a write. */
export function createTools(operations: readonly Operation[]): ReadonlyMap<string, Tool> {
  const routed = operations.flatMap((operation) => toRouted(operation) ?? [])
  const dryRunOf = (operation: Operation) => {
    const dryRun = findDryRun(operation, operations)
    return dryRun && toRouted(dryRun)
  }
  const isForAgents = ({ operation }: RoutedOperation) =>
    operation.access !== 'public' && operation.isForAgents !== false
  const ofClients = routed.filter((one) => isForAgents(one) && !isDryRun(one.operation))
  const tools = ofClients.flatMap((one): Tool[] => {
    const name = one.operation.name.slice(one.operation.name.indexOf('.') + 1)
    if (one.operation.effect === 'read') return [{ name, purpose: 'read', routed: one }]
    const ofWrite = { routed: one, dryRun: dryRunOf(one.operation) }
    const suffix = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    const [plan, commit] = [`plan${suffix}`, `commit${suffix}`]
    return [
      { name: plan, partner: commit, purpose: 'plan', ...ofWrite },
      { name: commit, partner: plan, purpose: 'commit', ...ofWrite },
    ]
  })
  return new Map(tools.map((tool) => [tool.name, tool]))
}

/** Whether a client may use a tool. Planning is a read, which read-only accounts may do. */
export function isOffered({ routed: { operation }, purpose }: Tool, caller: Caller): boolean {
  try {
    authorize({ ...operation, effect: purpose === 'commit' ? 'write' : 'read' }, caller)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** A tool as the protocol describes it; its schema is that of the contract. */
export function describeTool(tool: Tool): ToolDefinition {
  const { name, purpose, routed } = tool
  const { summary } = routed.operation
  return {
    name,
    title: TITLES[purpose](summary),
    description: descriptionOf(tool),
    inputSchema: inputSchema(tool),
    annotations: annotationsOf(tool),
  }
}

const TITLES: Readonly<Record<Purpose, (summary: string) => string>> = {
  read: (summary) => summary,
  plan: (summary) => `Plan: ${summary}`,
  commit: (summary) => `Commit: ${summary}`,
}

function descriptionOf({ partner, purpose, routed: { operation }, dryRun }: Tool): string {
  const { summary, description } = operation
  const what = [`${summary}.`, ...(description === undefined ? [] : [description])].join(' ')
  if (purpose === 'read') return what
  if (purpose === 'commit')
    return `${what} Does what ${partner} has shown, once for each plan, or refuses it if it would now do something else.`
  const shows = dryRun ? 'Shows what it would do' : 'Checks the arguments'
  return `${what} ${shows}, and changes nothing. Give its plan, with the same arguments, to ${partner}.`
}

/** A new record takes nothing away; every other write may. A plan is committed once, however often it is sent. */
function annotationsOf({ purpose, routed: { operation } }: Tool): ToolAnnotations {
  const isRead = purpose !== 'commit'
  return {
    readOnlyHint: isRead,
    destructiveHint: !isRead && operation.status !== 201,
    idempotentHint: true,
    openWorldHint: false,
  }
}

const plan = z.string().max(200).meta({ description: 'The plan, as the planning tool returned it' })

function inputSchema({ purpose, routed: { operation } }: Tool): ToolDefinition['inputSchema'] {
  const input = purpose === 'commit' ? operation.input.safeExtend({ plan }) : operation.input
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  // The contract's inputs are objects.
  return schema as ToolDefinition['inputSchema']
}
