import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { type ErrorBody, type ErrorCode, errorCatalogue } from '../../shared/contract/core/errors.ts'
import type { ApiResponse } from './send.ts'
import type { Tool } from './tools.ts'

export const toResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
export const toFailure = (text: string): CallToolResult => ({ ...toResult(text), isError: true })

export const isRefused = ({ status }: ApiResponse) => status >= 400

/** What a response says of members that nobody reads: a misspelled one is not taken for understood. */
export function ignoredIn({ headers }: ApiResponse): readonly string[] {
  const names = ['x-ignored-fields', 'x-ignored-parameters'].flatMap((name) => headers.get(name) ?? [])
  return names.length === 0 ? [] : [`Ignored, since the tool does not know them: ${names.join(', ')}`]
}

/** What is wrong, as `404 not_found: …`. */
export const describeRefusal = (response: ApiResponse): string => {
  const { code, message } = readRefusal(response)
  return `${response.status} ${code}: ${message}`
}

function readRefusal({ status, text }: ApiResponse) {
  // The interface answers errors in this form; a 429 has the message only.
  const { error, message, details = {} } = JSON.parse(text) as Partial<ErrorBody>
  return { code: error ?? codeOf(status), message, details }
}

/** A refusal in words: what is wrong, and what to do next. */
export function toRefusal(tool: Tool, response: ApiResponse): CallToolResult {
  const { status, headers } = response
  const { code, details } = readRefusal(response)
  const retryAfter = headers.get('retry-after')
  // Of a conflict only while the first request with the key is running (docs/interface.md).
  const isRunning = status === 409 && retryAfter !== null
  const fields = Object.entries(details).map(([field, messages]) => `- ${field}: ${messages.join(' ')}`)
  // Without a request, there is none.
  const requestId = headers.get('x-request-id')
  const lines = [
    describeRefusal(response),
    ...fields,
    `What to do next: ${nextStep(tool, isRunning ? 'outcome_unknown' : code, retryAfter)}`,
    ...(requestId === null ? [] : [`Request id: ${requestId}`]),
  ]
  return toFailure(lines.join('\n'))
}

const codeOf = (status: number): ErrorCode => {
  // The keys of the catalogue are the codes.
  const codes = Object.keys(errorCatalogue) as ErrorCode[]
  return codes.find((code) => errorCatalogue[code].status === status) ?? 'internal_error'
}

/** What helps an agent, of codes after which the same call again does not. */
const STEPS: Readonly<Partial<Record<ErrorCode, string>>> = {
  bad_request: 'Correct the arguments as the message says.',
  validation_error: 'Correct every argument that is named.',
  unauthorized: 'The token has ended: connect with a new one.',
  forbidden: 'Ask the operator for the right; calling it again does not help.',
  not_found: 'Look for the record in its list; the client may not see it.',
  conflict: 'Read the state that the message names, and decide anew.',
}

function nextStep({ partner, purpose }: Tool, code: ErrorCode, retryAfter: string | null): string {
  const isCommit = purpose === 'commit'
  const step = STEPS[code]
  if (step === undefined) {
    const again = `call it again${isCommit ? ' with the same plan: it takes effect once' : ''}.`
    return `Wait ${retryAfter ?? 1} s, then ${again}`
  }
  const isOfRequest = code !== 'unauthorized' && code !== 'forbidden'
  return isCommit && isOfRequest ? `${step} Then call ${partner}, and commit its plan.` : step
}
