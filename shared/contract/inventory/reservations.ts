import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { id, integerText, namedRecord, optional, sixDecimals, units } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageQuery } from '../core/paging.ts'
import { dayOrMoment } from '../dates/date-fields.ts'
import { oneOf, priority } from '../documents/document-inputs.ts'
import { documentOperations } from '../documents/document-operations.ts'
import { momentOrNull, quantity, statusOf } from '../documents/document-records.ts'
import { bin, itemID, wid, widInQuery } from './fields.ts'

export const reservationStates = ['Active', 'Consumed', 'Released', 'Expired'] as const
export type ReservationState = (typeof reservationStates)[number]

export const Reservation = namedRecord('Reservation', 'Units that are promised', {
  reservationID: z.int().meta({ description: 'Number of the reservation' }),
  itemID: z.string().meta({ description: "The item's ShortID" }),
  wid: z.int().meta({ description: 'Warehouse id' }),
  units: quantity('Quantity that was reserved'),
  remaining: quantity('Quantity that is still reserved; part of the committed figure'),
  recno: z.int().nullable().meta({ description: 'The reserved lot; null for units of any lot' }),
  reference: z.string().meta({ description: 'What it is for, such as an order' }),
  line: z.int().nullable().meta({ description: 'Order line' }),
  // Results that were recorded before this field do not have it.
  ofOrder: z.boolean().default(false).meta({
    description: 'Whether it belongs to the shipping order that `reference` names; only the order then changes it',
  }),
  priority: z.int().meta({ description: 'Priority; a higher number comes first' }),
  expires: momentOrNull('Moment from which it holds nothing, in UTC; null if it does not end'),
  state: statusOf(reservationStates, 'State'),
})
export type Reservation = z.output<typeof Reservation>

const ends = () => dayOrMoment('through').nullable().optional()

const createInput = z.object({
  itemID: itemID(),
  wid: wid('Warehouse id'),
  units: units().meta(sixDecimals('Quantity to reserve')),
  expires: ends().meta({
    description:
      'The last day on which it holds the units, or the moment from which it holds nothing; in the future; it does not ' +
      'end by default',
  }),
  recno: optional(id()).meta({ description: 'The lot to reserve; units of any lot by default' }),
  reference: bin('What it is for, such as an order; an issue with this reference consumes it'),
  line: optional(id()).meta({ description: 'Order line; only an issue with this line consumes it' }),
  priority: priority('Priority, 0 by default'),
  shortage: oneOf(['reject', 'partial'], 'If there is less: reject (default) refuses, partial reserves what there is'),
})
export type ReservationInput = z.output<typeof createInput>

const reservationID = { reservationID: integerText(id()).meta({ description: 'Number of the reservation' }) }
const updateInput = z.object({
  ...reservationID,
  units: optional(units()).meta(sixDecimals('Quantity reserved, with what was consumed of it')),
  expires: ends().meta({ description: 'The last day, or a moment in the future, or null for no end' }),
  priority: priority('Priority, 0 by default'),
})
export type ReservationChanges = z.output<typeof updateInput>

const reservation = documentOperations({
  path: '/Inventory/Reservation',
  number: reservationID,
  read: { access: permissions.readReservations },
  write: { access: permissions.writeReservations },
  record: Reservation,
  result: Reservation,
  unknown: 'Reservation 4711000 does not exist.',
  example: { reservationID: 1 },
})
const INSUFFICIENT = 'Insufficient stock: requested 12, available 7.'

/** Reservations of stock (docs/orders.md#reservations). */
export const reservationOperations = {
  listReservations: {
    summary: "List the reservations in the client's warehouses, newest first",
    ...reservation.list,
    warehouses: ['wid'],
    input: z.object({
      ...pageQuery(),
      itemID: bin('ShortID or alias of an item'),
      wid: widInQuery(),
      reference: bin('What it is for'),
      state: oneOf(reservationStates, 'Only this state'),
    }),
    example: { page: 1, pageSize: 25 },
  },
  getReservation: { summary: 'Get a reservation', ...reservation.get },
  createReservation: {
    summary: 'Reserve units of an item in a warehouse, or of one lot',
    ...reservation.create(INSUFFICIENT),
    warehouses: ['wid'],
    input: createInput,
    example: { itemID: 'BOLT-M6-30', units: 5, wid: 1, reference: 'CART-17' },
  },
  updateReservation: {
    summary: 'Change the units, the end or the priority of an active reservation',
    ...reservation.update('Reservation 17 is Expired.', INSUFFICIENT),
    input: updateInput,
    example: { reservationID: 1, units: 4 },
  },
  releaseReservation: {
    summary: 'Release a reservation; releasing it again changes nothing',
    ...reservation.written('Reservation 17 is Consumed.'),
    route: 'DELETE /Inventory/Reservation/:reservationID',
  },
} as const satisfies Record<string, Spec>
