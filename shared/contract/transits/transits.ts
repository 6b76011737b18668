import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { dateTime, id, integerText, optional, text } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/paging.ts'
import { MAX_ORDER_PAGE_SIZE, oneOf } from '../orders/order-fields.ts'
import { cancelInput, closeInput, receiveInput, returnInput, shipInput, slip } from './transit-inputs.ts'
import { Transit, TransitDetail, transitStatuses } from './transit-records.ts'

const { itemMasterList, shipTransits, receiveTransits } = permissions

const readable = { access: itemMasterList, effect: 'read' } as const
const written = { effect: 'write', output: TransitDetail, errors: ['not_found', 'conflict'] } as const
const not_found = ['There is no transit TR-4711.']
const ended = 'Transit TR-1 is received.'
const example = { slip: 'TR-DEMO-01' }

/** Stock on its way between warehouses (docs/transits.md). */
export const transits = {
  listTransits: {
    summary: "List transits from or to the client's warehouses, newest first",
    route: 'GET /Transit',
    command: 'transit list',
    ...readable,
    errors: [],
    paged: true,
    warehouses: ['wid', 'shipToWid', 'warehouse'],
    input: z.object({
      ...pageQuery(MAX_ORDER_PAGE_SIZE),
      startDate: optional(dateTime()).meta({ description: 'Only transits that were shipped at this moment or later' }),
      endDate: optional(dateTime()).meta({ description: 'Only transits that were shipped at this moment or earlier' }),
      status: oneOf(transitStatuses, 'Only transits with this status'),
      wid: optional(integerText(id())).meta({ description: 'Only transits from this warehouse' }),
      shipToWid: optional(integerText(id())).meta({ description: 'Only transits to this warehouse' }),
      warehouse: optional(integerText(id())).meta({ description: 'Only transits from or to this warehouse' }),
      shortID: optional(text(64)).meta({ description: 'Only transits with a line of this item' }),
    }),
    output: pageOf(Transit),
    example: { page: 1, pageSize: MAX_ORDER_PAGE_SIZE },
  },
  getTransit: {
    summary: 'Get a transit with its lines, and the lots that are on their way',
    route: 'GET /Transit/:slip',
    command: 'transit show',
    ...readable,
    errors: ['not_found'],
    messages: { not_found },
    input: z.object(slip),
    output: TransitDetail,
    example,
  },
  shipTransit: {
    summary: 'Ship stock to another warehouse',
    description:
      'The lots leave the source warehouse at once and are in transit until the destination receives them: in the stock of no warehouse, and in the aSN figure of the destination. Lots are chosen as for a move between warehouses; all or nothing.',
    route: 'POST /Transit',
    ...written,
    access: shipTransits,
    errors: ['conflict'],
    messages: { conflict: ['Insufficient stock: requested 12, available 7.', 'There is a transit TR-1 already.'] },
    warehouses: ['wid'],
    input: shipInput,
    status: 201,
    example: { wid: 1, shipToWid: 2, lines: [{ itemID: 'BOLT-M6-30', units: 5 }] },
  },
  receiveTransit: {
    summary: 'Receive units of a transit: accepted ones into stock, rejected ones on hold',
    route: 'POST /Transit/:slip/Receive',
    command: 'transit receive',
    ...written,
    access: receiveTransits,
    messages: { not_found, conflict: ['Transit TR-1 line 2: in transit 5, receiving 8.', ended] },
    input: receiveInput,
    example: { ...example, lines: [{ lineNo: 1, accepted: 1, spot: 'A-01-1' }] },
  },
  returnTransit: {
    summary: 'Return units in transit to the source warehouse',
    route: 'POST /Transit/:slip/Return',
    command: 'transit return',
    ...written,
    access: shipTransits,
    messages: { not_found, conflict: ['Transit TR-1 line 2: in transit 5, returning 8.', ended] },
    input: returnInput,
    example: { ...example, lines: [{ lineNo: 1, units: 1 }] },
  },
  closeTransit: {
    summary: 'Close a transit: what is still in transit is written off as lost',
    route: 'POST /Transit/:slip/Close',
    command: 'transit close',
    ...written,
    access: receiveTransits,
    messages: { not_found, conflict: [ended] },
    input: closeInput,
    example: { ...example, reasonCode: 22 },
  },
  cancelTransit: {
    summary: 'Cancel a transit of which nothing was received: everything returns to the source warehouse',
    route: 'POST /Transit/:slip/Cancel',
    command: 'transit cancel',
    ...written,
    access: shipTransits,
    messages: { not_found, conflict: ['Transit TR-1 has receipts: return what is in transit.', ended] },
    input: cancelInput,
    example,
  },
} as const satisfies Record<string, Spec>
