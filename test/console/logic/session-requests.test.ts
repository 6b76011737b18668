import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { repeating } from '../../../client/src/repeating-fetch.ts'
import { createSessionRequests } from '../../../console/src/api/http/session-requests.ts'

const receipt = () => new Request('http://127.0.0.1/console/api/Inventory/Receive', { method: 'POST', body: '{}' })

/** Requests of which each try fails; `repeat` ends the pause before the next one. */
function withoutSignal() {
  let tries = 0
  const pauses = new EventEmitter()
  const paused = once(pauses, 'begun')
  const repeated = once(pauses, 'end')
  const send = async (request: Request) => {
    request.signal.throwIfAborted()
    tries++
    throw new TypeError('Failed to fetch')
  }
  const wait = () => {
    pauses.emit('begun')
    return repeated
  }
  const requests = createSessionRequests(repeating(send, { wait, maxAttempts: 4 }))
  return { requests, paused, repeat: () => pauses.emit('end'), tries: () => tries }
}

test('a request that waits for a retry is not sent for the person who signs in next', async () => {
  const { requests, paused, repeat, tries } = withoutSignal()
  const answer = requests.fetch(receipt())
  await paused
  requests.end()
  repeat()
  await expect(answer).rejects.toThrow('aborted')
  expect(tries()).toBe(1)
})

test('requests of the next session are sent', async () => {
  const { requests, repeat, tries } = withoutSignal()
  requests.end()
  const answer = requests.fetch(receipt())
  repeat()
  await expect(answer).rejects.toThrow('Failed to fetch')
  expect(tries()).toBe(4)
})
