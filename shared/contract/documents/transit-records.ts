import { z } from 'zod'
import { listOf, namedRecord } from '../core/fields.ts'
import { lotExpiry } from '../inventory/records/records.ts'
import { lineItem, lineKey, moment, numberOf, quantity, statusOf, totalLines } from './document-records.ts'

export const transitStatuses = ['In Transit', 'Partial', 'Received', 'Closed', 'Canceled'] as const
export type TransitStatus = (typeof transitStatuses)[number]

const header = {
  slip: numberOf('transit slip'),
  wid: z.int().meta({ description: 'Source warehouse id' }),
  warehouse: z.string().meta({ description: 'Name of the source warehouse when the slip was made' }),
  shipToWid: z.int().meta({ description: 'Destination warehouse id' }),
  shipToWarehouse: z.string().meta({ description: 'Name of the destination warehouse when the slip was made' }),
  status: statusOf(
    transitStatuses,
    'In Transit: nothing is received yet. Partial: something is received, something is in transit. ' +
      'Received: nothing is in transit, or lost. Closed: what was in transit is lost. Canceled: everything ' +
      'was returned',
  ),
  shipped: moment('When it was shipped, in UTC'),
  reference: z.string().meta({ description: 'External reference' }),
  remark: z.string().meta({ description: 'Notes' }),
  totalLines,
}
export const Transit = namedRecord('Transit', 'Stock on its way from one warehouse to another', header)
export type Transit = z.output<typeof Transit>

const TransitLot = namedRecord('TransitLot', 'A lot in transit', {
  recNo: z.int().meta({ description: 'Record number of the lot' }),
  units: quantity('Quantity in transit'),
  serial: z.string().meta({ description: 'Serial or lot number' }),
  ...lotExpiry,
})

const TransitLine = namedRecord(
  'TransitLine',
  'A line of a transit: shipped = accepted + rejected + returned + lost + inTransit',
  {
    ...lineItem,
    shipped: quantity('Shipped'),
    accepted: quantity('Received and accepted'),
    rejected: quantity('Received and rejected: on hold in the destination warehouse'),
    returned: quantity('Returned to the source warehouse'),
    lost: quantity('Written off'),
    inTransit: quantity('On its way'),
    lots: listOf(TransitLot, 'The lots on their way, in the sequence in which they are received'),
  },
)
export type TransitLine = z.output<typeof TransitLine>

export const TransitDetail = namedRecord('TransitDetail', 'A transit with its lines', {
  ...header,
  lines: listOf(TransitLine, 'Every line, by its number'),
})
export type TransitDetail = z.output<typeof TransitDetail>

/** What one request did to a transit, as the event includes it. */
export const TransitStep = namedRecord(
  'TransitStep',
  'What was shipped, received, returned or written off of a transit',
  {
    slip: header.slip,
    wid: header.wid,
    shipToWid: header.shipToWid,
    status: header.status,
    reasonCode: z.int().nullable().meta({ description: 'Why it was closed; null if no reason was needed' }),
    lines: listOf(
      z.object({
        ...lineKey,
        shipped: quantity('Quantity shipped now'),
        accepted: quantity('Quantity accepted now'),
        rejected: quantity('Quantity rejected now'),
        returned: quantity('Quantity returned now'),
        lost: quantity('Quantity written off now'),
        inTransit: quantity('Quantity that is still in transit'),
      }),
      'The lines that this concerns',
    ),
  },
)
export type TransitStep = z.output<typeof TransitStep>
