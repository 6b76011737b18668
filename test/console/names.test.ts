import { expect, test } from 'vitest'
import { countStatuses } from '../../console/src/api/names/count-statuses.ts'
import { entryTypes } from '../../console/src/api/names/entry-types.ts'
import { orderStatuses } from '../../console/src/api/names/order-statuses.ts'
import { permissionNames } from '../../console/src/api/names/permission-names.ts'
import { transitStatuses } from '../../console/src/api/names/transit-statuses.ts'
import { permissionTable } from '../../shared/contract/core/access.ts'
import { countStatuses as contractOfCounts } from '../../shared/contract/counts/count-records.ts'
import { transactionTypes } from '../../shared/contract/inventory/records/records.ts'
import { shippingStatuses } from '../../shared/contract/orders/shipping-orders.ts'
import { transitStatuses as contractOfTransits } from '../../shared/contract/transits/transit-records.ts'

test('the console knows the permissions, types of ledger entries and statuses of orders, transits and counts that the contract has', () => {
  const named = Object.values(permissionTable).map(({ id, name }) => [id, name])
  expect(permissionNames.toSorted()).toEqual(named.toSorted())
  expect(entryTypes).toEqual(transactionTypes)
  expect(orderStatuses).toEqual(shippingStatuses)
  expect(countStatuses).toEqual(contractOfCounts)
  expect(transitStatuses).toEqual(contractOfTransits)
})
