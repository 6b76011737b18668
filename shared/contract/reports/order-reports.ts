import { z } from 'zod'
import { namedRecord, optional, requiredText } from '../core/fields.ts'
import { asOf, count, money, period, place, type ReportDeclaration, restrictions, units } from './declaration.ts'

const vendor = optional(requiredText(100)).meta({ description: 'Only orders to the vendor of this name' })
const customer = optional(requiredText(100)).meta({ description: 'Only orders of the customer of this name' })

export const openPurchaseOrders = {
  reportID: 47,
  reportName: 'Open Purchase Orders',
  reportType: 'orders',
  summary: 'The lines of purchase orders of which something is still expected',
  parameters: z.object({ asOf, ...restrictions, vendor }),
  row: namedRecord('OpenPurchaseOrderRow', 'A line of a purchase order of which something is open', {
    poNo: z.string().meta({ description: 'Purchase order number' }),
    lineNo: z.int().meta({ description: 'Line number' }),
    vendor: z.string().meta({ description: "The vendor's name when the order was made" }),
    ...place,
    ordered: units('Ordered'),
    received: units('Received'),
    open: units('Still expected'),
    openValue: money('The open units at the price of the order').nullable().meta({
      description: 'The open units at the price of the order; null if it says none',
    }),
    expectedDate: z
      .string()
      .nullable()
      .meta({ description: 'When it is expected; null if the order does not say', format: 'date-time' }),
    daysLate: z
      .int()
      .nullable()
      .meta({ description: 'Days since the expected one, 0 if it is not over; null without one' }),
  }),
} as const satisfies ReportDeclaration

export const orderService = {
  reportID: 1006,
  reportName: 'Service',
  reportType: 'orders',
  summary: 'How much of what was due customers and vendors got, and sent, on time',
  parameters: z.object({ ...period, ...restrictions, customer, vendor }),
  row: namedRecord('ServiceRow', 'How well a customer was served, or a vendor serves', {
    side: z.enum(['customer', 'vendor']).meta({ description: 'Shipping orders of a customer, or purchase orders' }),
    party: z.string().meta({ description: 'Name of the customer or vendor' }),
    lines: count('Lines of orders that were due in the period'),
    ordered: units('Ordered by these lines'),
    onTime: units('Shipped or received by the end of the day on which they were due'),
    late: units('Shipped or received after it'),
    share: z
      .number()
      .nullable()
      .meta({ description: 'onTime / ordered, rounded to 4 decimals; null if nothing was due' }),
    backordered: units('Of all shipping orders, what waits for stock'),
    lost: units('Of these, what was allocated and then lost'),
    oldestBackorder: z
      .int()
      .nullable()
      .meta({ description: 'Days that the oldest backorder has waited; null if there is none' }),
    leadDaysMedian: z.number().nullable().meta({
      description: 'Days from order to the last receipt of the lines that are complete: median; vendors only',
    }),
    leadDaysP90: z.int().nullable().meta({ description: 'The same, 90th percentile; null if no line is complete' }),
  }),
} as const satisfies ReportDeclaration
