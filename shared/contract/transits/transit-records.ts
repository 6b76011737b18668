import { z } from 'zod'

export const transitStatuses = ['In Transit', 'Partial', 'Received', 'Closed', 'Canceled'] as const
export type TransitStatus = (typeof transitStatuses)[number]

const header = {
  slip: z.string().meta({ description: 'Number of the transit slip' }),
  wid: z.int().meta({ description: 'Source warehouse id' }),
  warehouse: z.string().meta({ description: 'Name of the source warehouse when the slip was made' }),
  shipToWid: z.int().meta({ description: 'Destination warehouse id' }),
  shipToWarehouse: z.string().meta({ description: 'Name of the destination warehouse when the slip was made' }),
  status: z.enum(transitStatuses).meta({
    description:
      'In Transit: nothing is received yet. Partial: something is received, something is in transit. Received: nothing is in transit, or lost. Closed: what was in transit is lost. Canceled: everything was returned',
  }),
  shipped: z.string().meta({ description: 'When it was shipped, in UTC', format: 'date-time' }),
  reference: z.string().meta({ description: 'External reference' }),
  remark: z.string().meta({ description: 'Notes' }),
  totalLines: z.int().meta({ description: 'Number of lines' }),
}
export const Transit = z
  .object(header)
  .meta({ id: 'Transit', description: 'Stock on its way from one warehouse to another' })
export type Transit = z.output<typeof Transit>

const quantity = (description: string) => z.number().meta({ description })
const ofLine = {
  lineNo: z.int().meta({ description: 'Number of the line' }),
  shortID: z.string().meta({ description: 'Item SKU' }),
}

const TransitLot = z
  .object({
    recNo: z.int().meta({ description: 'Record number of the lot' }),
    units: quantity('Quantity in transit'),
    serial: z.string().meta({ description: 'Serial or lot number' }),
    expires: z.string().nullable().meta({ description: 'When it expires, in UTC; null if never', format: 'date-time' }),
  })
  .meta({ id: 'TransitLot', description: 'A lot in transit' })

const TransitLine = z
  .object({
    ...ofLine,
    description: z.string().meta({ description: 'Item description' }),
    shipped: quantity('Shipped'),
    accepted: quantity('Received and accepted'),
    rejected: quantity('Received and rejected: on hold in the destination warehouse'),
    returned: quantity('Returned to the source warehouse'),
    lost: quantity('Written off'),
    inTransit: quantity('On its way'),
    lots: z
      .array(TransitLot)
      .meta({ description: 'The lots on their way, in the sequence in which they are received' }),
  })
  .meta({
    id: 'TransitLine',
    description: 'A line of a transit: shipped = accepted + rejected + returned + lost + inTransit',
  })
export type TransitLine = z.output<typeof TransitLine>

export const TransitDetail = z
  .object({ ...header, lines: z.array(TransitLine).meta({ description: 'Every line, by its number' }) })
  .meta({ id: 'TransitDetail', description: 'A transit with its lines' })
export type TransitDetail = z.output<typeof TransitDetail>

/** What one request did to a transit, as the event tells it. */
export const TransitStep = z
  .object({
    slip: header.slip,
    wid: header.wid,
    shipToWid: header.shipToWid,
    status: header.status,
    reasonCode: z.int().nullable().meta({ description: 'Why it was closed; null if no reason was needed' }),
    lines: z
      .array(
        z.object({
          ...ofLine,
          shipped: quantity('Quantity shipped now'),
          accepted: quantity('Quantity accepted now'),
          rejected: quantity('Quantity rejected now'),
          returned: quantity('Quantity returned now'),
          lost: quantity('Quantity written off now'),
          inTransit: quantity('Quantity that is still in transit'),
        }),
      )
      .meta({ description: 'The lines that this concerns' }),
  })
  .meta({ id: 'TransitStep', description: 'What was shipped, received, returned or written off of a transit' })
export type TransitStep = z.output<typeof TransitStep>
