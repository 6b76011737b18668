import { expect, test } from 'vitest'
import { toRefusal } from '../../../gateway/mcp/results.ts'
import type { Tool } from '../../../gateway/mcp/tools.ts'
import { keyIsRunning } from '../../../shared/contract/core/errors.ts'

test('a plan whose first commit is still running is committed again, after a wait', () => {
  const headers = new Headers({ 'Retry-After': '1' })
  const response = { status: 409, headers, text: JSON.stringify(keyIsRunning().toBody()) }
  const tool = { partner: 'planReceive', purpose: 'commit' } as Tool
  expect(toRefusal(tool, response).content).toEqual([
    {
      type: 'text',
      text: [
        `409 conflict: ${keyIsRunning().message}`,
        'What to do next: Wait 1 s, then call it again with the same plan: it takes effect once.',
      ].join('\n'),
    },
  ])
})
