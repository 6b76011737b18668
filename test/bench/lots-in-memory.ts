/** Number of lots in the list that is answered from memory. */
export const LOTS_IN_MEMORY = 10_000
const FIRST_RECEIVED = Date.UTC(2026, 0, 31, 9, 30)

const lotNumber = (recNo: number) => ({
  recNo,
  partNo: (recNo % 1_000) + 1,
  shortID: `ITEM-${(recNo % 1_000) + 1}`,
  description: 'Hex bolt M6 x 30, 8.8, zinc plated',
  associate: '',
  warehouse: `Warehouse ${(recNo % 3) + 1}`,
  wID: (recNo % 3) + 1,
  spot: `A-${recNo % 100}`,
  units: 1_000_000,
  received: new Date(FIRST_RECEIVED + recNo * 1_000).toISOString(),
  shipped: null,
  serial: `SN-${recNo}`,
  serial2: null,
  rFIDTag: null,
  remark: '',
  hold: false,
  jobID: 0,
  jobName: null,
  active: true,
})

/** The same lots, newest first, for every contestant: measures the path of a request without a database. */
export const lotsInMemory = Array.from({ length: LOTS_IN_MEMORY }, (_, index) => lotNumber(LOTS_IN_MEMORY - index))
