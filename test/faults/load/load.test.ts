import { expect, test } from 'vitest'
import { timeoutMs } from '../../../shared/contract/core/operation.ts'
import { operations } from '../../../shared/contract/index.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { createRandom } from '../../support/records/seeded.ts'
import type { HttpRequest } from './http-client.ts'
import { attempt } from './sender.ts'
import { createTraffic } from './workload.ts'

const count = {
  ...{
    countNo: 'CC-1',
    wid: 1,
    warehouseName: '',
    status: 'Open',
    blind: true,
    ifMoved: 'difference',
    assignee: '',
    remark: '',
  },
  ...{ spots: ['A'], items: ['ITEM'], maxUnits: 0, maxPercent: null, maxValue: null },
  ...{ totalLines: 1, openLines: 1, postedLines: 0, blockedLines: 0 },
  ...{ createdBy: '', created: '2026-01-01T00:00:00Z', submittedBy: null, approvedBy: null, posted: null },
}

test('no client of the load approves what it has counted, since that is refused', () => {
  const clients = ['one', 'two', 'three'].map((clientId) => ({ clientId, token: '' }))
  const surroundings = { clients, items: ['ITEM'], scarceItems: ['SCARCE'], vendor: 'VENDOR', customer: 'CUSTOMER' }
  const next = createTraffic(surroundings, createRandom(1))
  const sent = Array.from({ length: 5_000 }, () => {
    const intent = next()
    const answered = { requestId: '', start: 0, end: 1, status: 201, text: JSON.stringify(count), failure: undefined }
    if (intent.operation === inventory.createCount) intent.attempts.push({ ...answered, replayed: false })
    return intent
  })
  const clientsOf = (wanted: object) =>
    new Set(sent.flatMap(({ operation, client }) => (operation === wanted ? [client.clientId] : [])))
  const counters = clientsOf(inventory.countLine)
  const approvers = clientsOf(inventory.approveCount)
  expect([...counters].toSorted()).toEqual(['three', 'two'])
  expect([...approvers]).toEqual(['one'])
})

test('a client waits longer for a response than its operation may take', async () => {
  const sent: HttpRequest[] = []
  const http = {
    send: async (request: HttpRequest) => {
      sent.push(request)
      return { status: 201, headers: {}, text: '' }
    },
    close: () => undefined,
  }
  const client = { clientId: 'one', token: '' }
  const writes = operations.filter(({ effect, route }) => effect === 'write' && route !== undefined)
  for (const operation of writes)
    await attempt(http, 'http://localhost', { client, operation, input: {}, key: undefined, attempts: [] })
  const waits = writes.map((operation, index) => ({
    name: operation.name,
    extra: (sent[index]?.waitMs ?? 0) - timeoutMs(operation),
  }))
  expect(waits.filter(({ extra }) => extra <= 0)).toEqual([])
})
