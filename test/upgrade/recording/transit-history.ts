import type { Door, Parameters } from './door.ts'

/** Transits and counts in every status. */
export async function recordTransits({ send, refused, has }: Door): Promise<void> {
  if (!has('POST /Transit')) return
  const lines = [
    { lineNo: 1, itemID: 'NUT', units: 6 },
    { lineNo: 2, itemID: 'PUMP', units: 3 },
  ]
  const ship = (slip: string) =>
    send('POST /Transit', { slip, wid: 1, shipToWid: 2, reference: 'TR-REF', remark: 'By truck', lines })
  const move = { itemID: 'NUT', units: 2, wid: 1, shipToWid: 2, transit: true, transitSlip: 'TR-MOVE' }
  await send('POST /Inventory/Move', move)
  await send('POST /Transit', { wid: 2, shipToWid: 1, lines: [{ itemID: 'PUMP', units: 1 }] })
  for (const name of ['ON-ITS-WAY', 'PARTIAL', 'RECEIVED', 'CLOSED', 'CANCELED']) await ship(`TR-${name}`)
  const receive = (slip: string, received: readonly Record<string, unknown>[]) =>
    send('POST /Transit/{slip}/Receive', { remark: 'Unloaded', lines: received }, { slip })
  const rejected = { rejected: 1, rejectedSpot: 'T-BAD', reasonCode: 20 }
  await receive('TR-PARTIAL', [{ lineNo: 1, accepted: 2, spot: 'T-1', ...rejected }])
  await send('POST /Transit/{slip}/Return', { lines: [{ lineNo: 2, units: 1, spot: 'T-0' }] }, { slip: 'TR-PARTIAL' })
  await receive('TR-RECEIVED', [
    { lineNo: 1, accepted: 6, spot: 'T-1' },
    { lineNo: 2, accepted: 3, spot: 'T-1' },
  ])
  await receive('TR-CLOSED', [{ lineNo: 1, accepted: 6, spot: 'T-1' }])
  await send('POST /Transit/{slip}/Close', { reasonCode: 23, remark: 'Fell off' }, { slip: 'TR-CLOSED' })
  await send('POST /Transit/{slip}/Cancel', { spot: 'T-0' }, { slip: 'TR-CANCELED' })
  await refused('POST /Transit/{slip}/Cancel', undefined, { slip: 'TR-RECEIVED' })
}

export async function recordCounts({ send, refused, has }: Door): Promise<void> {
  if (!has('POST /Count')) return
  for (const [index, itemID] of ['BOLT', 'NUT', 'PUMP'].entries())
    await send('POST /Inventory/Receive', { itemID, units: 10, wid: 1, reasonCode: 10, spot: `N-${index}`, price: 1 })
  const spots = ['N-0', 'N-1', 'N-2']
  const limits = { maxUnits: 5, maxPercent: 50, maxValue: 100 }
  const create = (countNo: string) =>
    send('POST /Count', { countNo, wid: 1, spots, ifMoved: 'recount', assignee: 'Ada', remark: 'Yearly', ...limits })
  const step = (name: string, countNo: string, body?: Record<string, unknown>) => {
    const parameters: Parameters = { countNo }
    return send(`POST /Count/{countNo}/${name}`, body, parameters, name === 'Approve' ? 'second' : 'first')
  }
  const count = async (countNo: string) => {
    await create(countNo)
    const found = [
      ['BOLT', 'N-0', 12],
      ['NUT', 'N-1', 7],
      ['PUMP', 'N-2', 10],
      ['GLUE', 'N-2', 1],
    ] as const
    for (const [itemID, spot, counted] of found)
      await send('PUT /Count/{countNo}/Line', { itemID, spot, counted }, { countNo })
  }
  await send('POST /Count', { wid: 2, items: ['GLUE'], blind: false })
  await create('CC-OPEN')
  for (const name of ['SUBMITTED', 'RECOUNT', 'APPROVED', 'POSTED', 'CANCELED']) await count(`CC-${name}`)
  for (const name of ['SUBMITTED', 'RECOUNT', 'APPROVED', 'POSTED'])
    await step('Submit', `CC-${name}`, { uncounted: 'skip' })
  await step('Recount', 'CC-RECOUNT', { lines: [1] })
  for (const name of ['APPROVED', 'POSTED']) await step('Approve', `CC-${name}`)
  await step('Post', 'CC-POSTED', { reasonIn: 12, reasonOut: 23 })
  await step('Cancel', 'CC-CANCELED')
  await refused('POST /Count/{countNo}/Submit', undefined, { countNo: 'CC-POSTED' })
}
