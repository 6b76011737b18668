import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { flagText, optional } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { documentChange } from '../documents/document-changes.ts'
import {
  documentQuery,
  MAX_ORDER_PAGE_SIZE,
  oneOf,
  period,
  shortText,
  warehouseFilter,
} from '../documents/document-inputs.ts'
import { documentOperations, namedOperations } from '../documents/document-operations.ts'
import { cancelInput, closeInput, receiveInput, returnInput, shipInput, slip } from './transit-inputs.ts'
import { Transit, TransitDetail, TransitStep, transitStatuses } from './transit-records.ts'

const example = { slip: 'TR-DEMO-01' }
const transit = documentOperations({
  ...namedOperations('transit'),
  number: slip,
  record: Transit,
  answer: TransitDetail,
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
