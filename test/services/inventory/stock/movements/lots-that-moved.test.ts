import { Big } from 'big.js'
import { expect, test } from 'vitest'
import { createDryRunNumbers } from '../../../../../services/inventory/stock/engine/command.ts'
import type { StockView } from '../../../../../services/inventory/stock/engine/plan.ts'
import { planAmend } from '../../../../../services/inventory/stock/movements/amend.ts'
import { planHold } from '../../../../../services/inventory/stock/movements/hold.ts'
import { toNewLot } from '../../../../../services/inventory/stock/movements/receive.ts'
import type { Caller } from '../../../../../shared/contract/core/access.ts'

const now = new Date()
const ofClient = {
  kind: 'client',
  id: 'anna',
  permissions: [88, 199],
  reports: [],
  readOnly: false,
  active: true,
} as const
const caller: Caller = { ...ofClient, warehouses: [1] }

test.each([
  ['held', false],
  ['released', true],
  ['amended', false],
] as const)('a lot that moved out of the scope before the transaction is not %s', async (what, hold) => {
  const lot = { ...toNewLot({ wid: 2 }, { _id: 1, shortID: 'P1' }, 7, new Big(5), now), hold }
  // The plans read nothing else before they refuse.
  const stock = { now, lot: async () => lot } as unknown as StockView
  const input = { recno: 7, remark: 'inspection', units: undefined, reasonCode: undefined }
  const ofLot = { recno: 7, remark: 'inspection', received: undefined, jobid: undefined }
  const plan = {
    held: () => planHold('hold', input, caller, stock, createDryRunNumbers()),
    released: () => planHold('release', input, caller, stock, createDryRunNumbers()),
    amended: () => planAmend(ofLot, caller, stock, createDryRunNumbers()),
  }[what]
  await expect(plan()).rejects.toMatchObject({
    code: 'forbidden',
    message: "Warehouse is outside the client's authorized scope.",
  })
})
