import { expect, test } from 'vitest'
import { permissionNames } from '../../../console/src/api/names/permission-names.ts'
import { permissionTable } from '../../../shared/contract/core/access.ts'

test('the console knows the permissions that the contract has', () => {
  const named = Object.values(permissionTable).map(({ id, name }) => [id, name])
  expect(permissionNames.toSorted()).toEqual(named.toSorted())
})
