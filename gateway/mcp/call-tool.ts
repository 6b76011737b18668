import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { DRY_RUN } from '../../shared/contract/core/dry-runs.ts'
import { AppError } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { parsePlanTag } from '../../shared/contract/core/plan-tags.ts'
import type { RoutedOperation } from '../routes/routed-operation.ts'
import type { Plans } from './plans.ts'
import { ignoredIn, isRefused, toFailure, toRefusal, toResult } from './results.ts'
import { type ApiResponse, type Send, toApiResponse } from './send.ts'
import type { Tool } from './tools.ts'

interface Call {
  readonly tool: Tool
  readonly args: Readonly<Record<string, unknown>>
  readonly clientId: string
  readonly send: Send
  readonly plans: Plans
}

/** A call whose arguments are valid, with what they become. */
interface ValidCall extends Call {
  readonly input: Readonly<Record<string, unknown>>
}

/** Runs a tool; what is wrong with the call is its result, in words. */
export async function callTool({ args: { plan: given, ...args }, ...of }: Call): Promise<CallToolResult> {
  const { tool } = of
  // Only tools that commit have an argument plan: to others it is an unknown one, which their responses name.
  const call = { ...of, args: tool.purpose === 'commit' || given === undefined ? args : { ...args, plan: given } }
  const input = parseArguments(call)
  if (input instanceof AppError) return counted(call, toRefusal(tool, toApiResponse(input)))
  if (tool.purpose === 'read') return read(call)
  const valid = { ...call, input }
  if (tool.purpose === 'commit') return commit(valid, given)
  // Of a write without a dry run, the arguments are all that can be planned.
  return tool.dryRun ? preview(valid, tool.dryRun) : counted(valid, toPlan(valid, undefined, {}))
}

function parseArguments({ tool, args }: Call): Readonly<Record<string, unknown>> | AppError {
  try {
    return parseInput(tool.routed.operation.input, args)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** A result for which no request was sent. */
async function counted({ tool, send }: Call, result: CallToolResult): Promise<CallToolResult> {
  const refused = await send.count()
  return refused ? toRefusal(tool, refused) : result
}

async function read({ tool, args, send }: Call): Promise<CallToolResult> {
  return resultOf(tool, await send.operation(tool.routed, args))
}

async function preview(call: ValidCall, dryRun: RoutedOperation): Promise<CallToolResult> {
  const { tool, args, send } = call
  const response = await send.operation(dryRun, dryRun.requiredQuery === DRY_RUN ? { ...args, [DRY_RUN]: true } : args)
  if (isRefused(response)) return toRefusal(tool, response)
  const tag = response.headers.get('x-plan') ?? undefined
  const [note] = ignoredIn(response)
  const lots = tag === undefined ? undefined : parsePlanTag(tag)?.told
  return toPlan(call, tag, { lots, wouldAnswer: JSON.parse(response.text), note })
}

const toPlanned = ({ tool, clientId, input: args }: ValidCall) => ({
  operation: tool.routed.operation.name,
  clientId,
  args,
})

function toPlan(call: ValidCall, tag: string | undefined, shown: object): CallToolResult {
  const next = `Nothing was changed. ${call.tool.partner} with the same arguments and this plan does it, once.`
  return toResult(JSON.stringify({ plan: call.plans.issue(toPlanned(call), tag), ...shown, next }))
}

async function commit(call: ValidCall, given: unknown): Promise<CallToolResult> {
  const { tool, args, send, plans } = call
  const plan = plans.read(toPlanned(call), given)
  if (!plan)
    return counted(call, toFailure(`${tool.partner} has not returned this plan for these arguments. Call it first.`))
  const binding = {
    'Idempotency-Key': plan.key,
    ...(plan.tag !== undefined && { 'If-Plan-Match': plan.tag }),
  }
  return resultOf(tool, await send.operation(tool.routed, args, binding))
}

function resultOf(tool: Tool, response: ApiResponse): CallToolResult {
  if (isRefused(response)) return toRefusal(tool, response)
  const isRepeat = response.headers.get('idempotent-replayed') === 'true'
  const repeated = 'This plan had been committed before; nothing was done again. Its response was:'
  return toResult([...(isRepeat ? [repeated] : []), ...ignoredIn(response), response.text].join('\n'))
}
