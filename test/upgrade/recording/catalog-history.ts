import type { Door } from './door.ts'

/** Items, aliases, customers and vendors. BOLT, NUT, GLUE and PUMP are used by the other histories. */
export async function recordCatalog({ send, refused, has }: Door): Promise<void> {
  if (has('POST /Customer')) {
    const address = { address1: 'Kai 1', address2: 'Haus 2', city: 'Hamburg', state: 'HH', zip: '20095', country: 'DE' }
    const reachable = { phone: '+49 40 1', fax: '+49 40 2', email: 'hanse@example.com', contact: 'Ada' }
    await send('POST /Customer', { shortID: 'HANSE', name: 'Hanse Trading', id: 7, ...address, ...reachable })
    await send('POST /Customer', { shortID: 'GONE', name: 'Gone Ltd' })
    await send('PUT /Customer', { shortID: 'HANSE', phone: '+49 40 3' })
    await send('DELETE /Customer/{shortID}', undefined, { shortID: 'GONE' })
    await send('POST /Vendor', {
      shortID: 'BOLTCO',
      name: 'Bolt Company',
      id: 8,
      ...address,
      ...reachable,
      overReceipt: 10,
    })
    await send('POST /Vendor', { shortID: 'PAST', name: 'Past Ltd' })
    await send('PUT /Vendor', { shortID: 'BOLTCO', contact: 'Grace' })
    await send('DELETE /Vendor/{shortID}', undefined, { shortID: 'PAST' })
  }
  const bolt = { shortID: 'BOLT', description: 'Hex bolt M6', category: 3, subCategory: 1, uOM: 'EA', putUp: 'Box 100' }
  await send('POST /Item', { ...bolt, units: 100, dfltOwner: 7 })
  for (const shortID of ['NUT', 'GLUE', 'PUMP', 'PAINT'])
    await send('POST /Item', { shortID, description: `A ${shortID}` })
  await send('POST /Item', { shortID: 'OLD' })
  await refused('POST /Item', { shortID: 'OLD' })
  await send('PUT /Item', { shortID: 'BOLT', description: 'Hex bolt M6 x 30', units: 50.5 })
  await send('PUT /Item/{shortID}/Aliases/{alias}', undefined, { shortID: 'BOLT', alias: '4006381333931' })
  await send('PUT /Item/{shortID}/Aliases/{alias}', undefined, { shortID: 'BOLT', alias: 'FORMER' })
  await send('DELETE /Item/{shortID}/Aliases/{alias}', undefined, { shortID: 'BOLT', alias: 'FORMER' })
  await send('DELETE /Item/{shortID}', undefined, { shortID: 'OLD' })
  await send('PUT /Category/{category}', { name: 'Fastners' }, { category: 3 })
  await send('PUT /Category/{category}', { name: 'Fasteners' }, { category: 3 })
  await send('PUT /Category/{category}/{subCategory}', { name: 'Bolts' }, { category: 3, subCategory: 1 })
  await send('PUT /Category/{category}', { name: 'Gone' }, { category: 4 })
  await send('DELETE /Category/{category}', undefined, { category: 4 })
  await send('PUT /Category/{category}/{subCategory}', { name: 'Gone' }, { category: 3, subCategory: 2 })
  await send('DELETE /Category/{category}/{subCategory}', undefined, { category: 3, subCategory: 2 })
}
