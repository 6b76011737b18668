import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { AppError } from '../../shared/contract/core/errors.ts'
import { parseInput } from '../../shared/contract/core/fields.ts'
import { parsePlanTag } from '../../shared/contract/core/plan-tags.ts'
import type { RoutedOperation } from '../routes/routed-operation.ts'
import { newPlan, type Plan, readPlan, requestDigest, shortTag } from './plans.ts'
import { ignoredIn, isRefused, toFailure, toRefusal, toResult } from './results.ts'
import { type Answered, asAnswered, type Send } from './send.ts'
import type { Tool } from './tools.ts'

interface Call {
  readonly tool: Tool
  readonly args: Readonly<Record<string, unknown>>
  readonly clientId: string
  readonly send: Send
}

/** Runs a tool; what is wrong with the call is its result, in words. */
export async function callTool({ args: { plan: given, ...args }, ...of }: Call): Promise<CallToolResult> {
  const { tool } = of
  // Only tools that commit have an argument plan: to others it is an unknown one, which their answers name.
  const call = { ...of, args: tool.purpose === 'commit' || given === undefined ? args : { ...args, plan: given } }
  const invalid = whyInvalid(call)
  if (invalid) return counted(call, toRefusal(tool, asAnswered(invalid)))
  if (tool.purpose === 'read') return read(call)
  if (tool.purpose === 'commit') return commit(call, readPlan(given))
  // Of a write without a dry run, the arguments are all that can be planned.
  return tool.dryRun ? preview(call, tool.dryRun) : counted(call, toPlan(call, ofRequest(call), {}))
}

function whyInvalid({ tool, args }: Call): AppError | undefined {
  try {
    parseInput(tool.routed.operation.input, args)
    return undefined
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
  return toAnswer(tool, await send.operation(tool.routed, args))
}

async function preview(call: Call, dryRun: RoutedOperation): Promise<CallToolResult> {
  const { tool, args, send } = call
  const answered = await send.operation(dryRun, { ...args, dryRun: true })
  if (isRefused(answered)) return toRefusal(tool, answered)
  const tag = answered.headers.get('x-plan')
  const [note] = ignoredIn(answered)
  return toPlan(call, tag === null ? ofRequest(call) : shortTag(tag), {
    lots: tag === null ? undefined : parsePlanTag(tag)?.told,
    wouldAnswer: JSON.parse(answered.text),
    note,
  })
}

const ofRequest = ({ tool, clientId, args }: Call) => requestDigest(tool, clientId, args)

function toPlan({ tool: { partner } }: Call, of: string, shown: object): CallToolResult {
  const next = `Nothing was changed. ${partner} with the same arguments and this plan does it, once.`
  return toResult(JSON.stringify({ plan: newPlan(of), ...shown, next }))
}

async function commit(call: Call, plan: Plan | undefined): Promise<CallToolResult> {
  const { tool, args, send } = call
  if (!plan)
    return counted(call, toFailure(`The argument plan is none that ${tool.partner} has answered. Call it first.`))
  const isOfEffect = parsePlanTag(plan.of) !== undefined
  if (!isOfEffect && plan.of !== ofRequest(call))
    return counted(call, toFailure(`These arguments are not those that ${tool.partner} was given. Plan them first.`))
  const binding = { 'Idempotency-Key': plan.key, ...(isOfEffect && { 'If-Plan-Match': plan.of }) }
  return toAnswer(tool, await send.operation(tool.routed, args, binding))
}

function toAnswer(tool: Tool, answered: Answered): CallToolResult {
  if (isRefused(answered)) return toRefusal(tool, answered)
  const isRepeat = answered.headers.get('idempotent-replayed') === 'true'
  const repeated = 'This plan had been committed before; nothing was done again. Its answer was:'
  return toResult([...(isRepeat ? [repeated] : []), ...ignoredIn(answered), answered.text].join('\n'))
}
