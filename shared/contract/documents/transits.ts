import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { across, decimal, flagText, id, optional, requiredText, sixDecimals, units } from '../core/fields.ts'
import { newBinName } from '../core/identifiers.ts'
import type { Spec } from '../core/operation.ts'
import {
  documentQuery,
  inputLine,
  lineNo,
  MAX_ORDER_PAGE_SIZE,
  namedLines,
  newOrderNo,
  oneOf,
  period,
  remark,
  shortText,
  someLines,
  warehouseFilter,
} from './document-inputs.ts'
import { documentChange, documentOperations, namedOperations } from './document-operations.ts'
import { Transit, TransitDetail, TransitStep, transitStatuses } from './transit-records.ts'

/** Most lines of one transit. */
const MAX_TRANSIT_LINES = 100

const recno = () => optional(id()).meta({ description: 'The lot' })
const spot = (description: string) => optional(newBinName()).meta({ description })

const slip = { slip: requiredText(64).meta({ description: 'Number of the transit slip' }) }

const shippedLine = inputLine({
  lineNo: optional(lineNo()),
  itemID: requiredText(64).meta({ description: 'ShortID or alias of an item' }),
  units: units().meta(sixDecimals("Quantity to ship, in the item's unit of measure")),
  recno: recno(),
})
const shipInput = z
  .object({
    slip: newOrderNo('Transit', 'transit slip'),
    wid: id().meta({ description: 'Source warehouse' }),
    shipToWid: id().meta({ description: 'Destination warehouse' }),
    reference: shortText('External reference'),
    remark: remark(),
    lines: someLines(MAX_TRANSIT_LINES, shippedLine),
  })
  .check(
    across(({ value, issues }) => {
      if (value.shipToWid === value.wid)
        issues.push({ code: 'custom', path: ['shipToWid'], message: 'must differ from wid.', input: value })
    }),
  )
export type ShipTransitInput = z.output<typeof shipInput>

const receivedLine = inputLine({
  lineNo: lineNo(),
  accepted: decimal().meta(sixDecimals('Quantity accepted')),
  spot: spot('Bin of what is accepted'),
  rejected: optional(decimal()).meta(sixDecimals('Quantity rejected: it is received on hold')),
  rejectedSpot: spot('Bin of what is rejected; spot by default'),
  reasonCode: optional(id()).meta({
    description: 'A registered reason code; required if something is rejected',
  }),
  recno: recno(),
}).check(
  across(({ value, issues }) => {
    const { accepted, rejected, reasonCode } = value
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value })
    if (accepted === 0 && !rejected) refuse('accepted', 'must be greater than 0, unless something is rejected.')
    if (rejected && (reasonCode ?? undefined) === undefined) refuse('reasonCode', 'is required.')
  }),
)
const receiveInput = z.object({
  ...slip,
  remark: remark(),
  lines: namedLines(MAX_TRANSIT_LINES, receivedLine),
})
export type ReceiveTransitInput = z.output<typeof receiveInput>

const returnedLine = inputLine({
  lineNo: lineNo(),
  units: units().meta(sixDecimals('Quantity returned')),
  spot: spot('Bin in the source warehouse'),
  recno: recno(),
})
const returnInput = z.object({
  ...slip,
  remark: remark(),
  lines: namedLines(MAX_TRANSIT_LINES, returnedLine),
})
export type ReturnTransitInput = z.output<typeof returnInput>

const closeInput = z.object({
  ...slip,
  reasonCode: id().meta({ description: 'Reason code of direction out' }),
  remark: remark(),
})
export type CloseTransitInput = z.output<typeof closeInput>

const cancelInput = z.object({
  ...slip,
  spot: spot('Bin in the source warehouse'),
  remark: remark(),
})
export type CancelTransitInput = z.output<typeof cancelInput>

const example = { slip: 'TR-DEMO-01' }
const transit = documentOperations({
  ...namedOperations('transit'),
  number: slip,
  record: Transit,
  result: TransitDetail,
  unknown: 'There is no transit TR-4711.',
  example,
})
const byReceiver = { access: permissions.receiveTransits } as const
const RECEIVED = 'Transit TR-1 is received.'

/** Stock on its way between warehouses (docs/transits.md). */
export const transits = {
  listTransits: {
    summary: "List transits from or to the client's warehouses, newest first",
    ...transit.list,
    command: 'transit list',
    warehouses: ['wid', 'shipToWid', 'warehouse'],
    input: z.object({
      ...documentQuery(),
      ...period('transits that were shipped'),
      status: oneOf(transitStatuses, 'Only transits with this status'),
      underWay: optional(flagText()).meta({ description: 'true: only transits of which something is still under way' }),
      wid: warehouseFilter('Only transits from this warehouse'),
      shipToWid: warehouseFilter('Only transits to this warehouse'),
      warehouse: warehouseFilter('Only transits from or to this warehouse'),
      shortID: shortText('Only transits with a line of this item'),
    }),
    example: { page: 1, pageSize: MAX_ORDER_PAGE_SIZE },
  },
  getTransit: { summary: 'Get a transit with its lines, and the lots that are on their way', ...transit.get },
  shipTransit: {
    summary: 'Ship stock to another warehouse',
    description:
      'The lots leave the source warehouse at once and are in transit until the destination receives them: ' +
      'in the stock of no warehouse, and in the aSN figure of the destination. Lots are chosen as for a ' +
      'move between warehouses; all or nothing.',
    ...transit.create('Insufficient stock: requested 12, available 7.', 'There is a transit TR-1 already.'),
    warehouses: ['wid'],
    input: shipInput,
    example: { wid: 1, shipToWid: 2, lines: [{ itemID: 'BOLT-M6-30', units: 5 }] },
  },
  receiveTransit: {
    summary: 'Receive units of a transit: accepted ones into stock, rejected ones on hold',
    ...transit.step('Receive', 'Transit TR-1 line 2: in transit 5, receiving 8.', RECEIVED),
    ...byReceiver,
    input: receiveInput,
    example: { ...example, lines: [{ lineNo: 1, accepted: 1, spot: 'A-01-1' }] },
  },
  returnTransit: {
    summary: 'Return units in transit to the source warehouse',
    ...transit.step('Return', 'Transit TR-1 line 2: in transit 5, returning 8.', RECEIVED),
    input: returnInput,
    example: { ...example, lines: [{ lineNo: 1, units: 1 }] },
  },
  closeTransit: {
    summary: 'Close a transit: what is still in transit is written off as lost',
    ...transit.step('Close', RECEIVED),
    ...byReceiver,
    input: closeInput,
    example: { ...example, reasonCode: 22 },
  },
  cancelTransit: {
    summary: 'Cancel a transit of which nothing was received: everything returns to the source warehouse',
    ...transit.step('Cancel', 'Transit TR-1 has receipts: return what is in transit.', RECEIVED),
    input: cancelInput,
  },
} as const satisfies Record<string, Spec>

/** The changes of them that the feed contains. */
export const transitChanges = [
  documentChange('transit', {
    name: 'TransitStepChange',
    description: 'Lines of a transit that were shipped, received, returned or written off',
    types: ['transit.shipped', 'transit.received', 'transit.returned', 'transit.closed'],
    data: TransitStep,
    ids: TransitStep.pick({ slip: true }).extend({ lineNos: z.array(z.int()).meta({ description: 'The lines' }) }),
    toIds: ({ slip, lines }) => ({ slip, lineNos: lines.map(({ lineNo }) => lineNo) }),
  }),
] as const
