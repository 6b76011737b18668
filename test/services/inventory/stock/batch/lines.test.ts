import { expect, test } from 'vitest'
import { type LineActions, toLine } from '../../../../../services/inventory/stock/batch/lines.ts'
import { permissions } from '../../../../../shared/contract/core/access.ts'
import { inventory } from '../../../../../shared/contract/inventory/inventory.ts'
import { aContext } from '../../../../shared/database/counted-writes.ts'

test('a line is done though the start deadline of its batch has passed: the batch has been started', () => {
  const prepare = async () => Promise.reject(new Error('not prepared here'))
  const receive = { operation: inventory.receive, parse: () => ({ input: {}, prepare }) }
  const actions = { receive } as unknown as LineActions
  const rights = {
    permissions: Object.values(permissions),
    reports: [],
    warehouses: 'all',
    readOnly: false,
    active: true,
  } as const
  const caller = { kind: 'client', id: 'test', ...rights } as const
  const context = { ...aContext({ operationId: 'o' }), caller, startDeadline: Date.now() }
  expect(toLine(actions, { action: 'receive', itemID: 'A' }, 0, 'write', context).context.startDeadline).toBeUndefined()
})
