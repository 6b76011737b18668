import { z } from 'zod'
import { permissions } from '../core/access.ts'
import { dateTime, id, integerText, optional, sixDecimals, units } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pageOf, pageQuery } from '../core/paging.ts'
import { bin, itemID, wid } from './fields.ts'

export const reservationStates = ['Active', 'Consumed', 'Released', 'Expired'] as const
export type ReservationState = (typeof reservationStates)[number]

export const Reservation = z
  .object({
    reservationID: z.int().meta({ description: 'Number of the reservation' }),
    itemID: z.string().meta({ description: "The item's ShortID" }),
    wid: z.int().meta({ description: 'Warehouse id' }),
    units: z.number().meta({ description: 'Quantity that was reserved' }),
    remaining: z.number().meta({ description: 'Quantity that is still reserved; part of the committed figure' }),
    recno: z.int().nullable().meta({ description: 'The reserved lot; null for units of any lot' }),
    reference: z.string().meta({ description: 'What it is for, such as an order' }),
    line: z.int().nullable().meta({ description: 'Order line' }),
    // Answers that were recorded before this field do not have it.
    ofOrder: z.boolean().default(false).meta({
      description: 'Whether it belongs to the shipping order that `reference` names; only the order then changes it',
    }),
    priority: z.int().meta({ description: 'Priority; a higher number comes first' }),
    expires: z.string().nullable().meta({
      description: 'Moment from which it holds nothing, in UTC; null if it does not end',
      format: 'date-time',
    }),
    state: z.enum(reservationStates).meta({ description: 'State' }),
  })
  .meta({ id: 'Reservation', description: 'Units that are promised' })
export type Reservation = z.output<typeof Reservation>

const ends = () => dateTime().nullable().optional()
const priority = () => optional(id()).meta({ description: 'Priority, 0 by default; a higher number comes first' })
const shortages = ['reject', 'partial'] as const

const createInput = z.object({
  itemID: itemID(),
  wid: wid('Warehouse id'),
  units: units().meta(sixDecimals('Quantity to reserve')),
  expires: ends().meta({
    description:
      'Moment from which it holds nothing, in the future; ISO 8601 date or date-time; it does not end by default',
  }),
  recno: optional(id()).meta({ description: 'The lot to reserve; units of any lot by default' }),
  reference: bin('What it is for, such as an order; an issue with this reference consumes it'),
  line: optional(id()).meta({ description: 'Order line; only an issue with this line consumes it' }),
  priority: priority(),
  shortage: optional(z.enum(shortages, `must be one of ${shortages.join(', ')}.`)).meta({
    description: 'If there is less: reject (default) refuses, partial reserves what there is',
  }),
})
export type ReservationInput = z.output<typeof createInput>

const inPath = () => integerText(id()).meta({ description: 'Number of the reservation' })
const updateInput = z.object({
  reservationID: inPath(),
  units: optional(units()).meta(sixDecimals('Quantity reserved, with what was consumed of it')),
  expires: ends().meta({ description: 'Moment in the future, or null for no end' }),
  priority: priority(),
})
export type ReservationChanges = z.output<typeof updateInput>

const readable = { access: permissions.readReservations, effect: 'read' } as const
const written = {
  access: permissions.writeReservations,
  effect: 'write',
  output: Reservation,
  errors: ['not_found', 'conflict'],
} as const
const UNKNOWN = 'Reservation 4711000 does not exist.'

/** Reservations of stock (docs/orders.md#reservations). */
export const reservationOperations = {
  listReservations: {
    summary: "List the reservations in the client's warehouses, newest first",
    route: 'GET /Inventory/Reservation',
    ...readable,
    errors: [],
    paged: true,
    warehouses: ['wid'],
    input: z.object({
      ...pageQuery(),
      itemID: bin('ShortID or alias of an item'),
      wid: optional(integerText(id())).meta({ description: 'Warehouse id' }),
      reference: bin('What it is for'),
      state: optional(z.enum(reservationStates, `must be one of ${reservationStates.join(', ')}.`)).meta({
        description: 'Only this state',
      }),
    }),
    output: pageOf(Reservation),
    example: { page: 1, pageSize: 25 },
  },
  getReservation: {
    summary: 'Get a reservation',
    route: 'GET /Inventory/Reservation/:reservationID',
    ...readable,
    errors: ['not_found'],
    messages: { not_found: [UNKNOWN] },
    input: z.object({ reservationID: inPath() }),
    output: Reservation,
    example: { reservationID: 1 },
  },
  createReservation: {
    summary: 'Reserve units of an item in a warehouse, or of one lot',
    route: 'POST /Inventory/Reservation',
    ...written,
    errors: ['conflict'],
    messages: { conflict: ['Insufficient stock: requested 12, available 7.'] },
    warehouses: ['wid'],
    input: createInput,
    status: 201,
    example: { itemID: 'BOLT-M6-30', units: 5, wid: 1, reference: 'CART-17' },
  },
  updateReservation: {
    summary: 'Change the units, the end or the priority of an active reservation',
    route: 'PUT /Inventory/Reservation/:reservationID',
    ...written,
    messages: {
      not_found: [UNKNOWN],
      conflict: ['Reservation 17 is Expired.', 'Insufficient stock: requested 12, available 7.'],
    },
    input: updateInput,
    example: { reservationID: 1, units: 4 },
  },
  releaseReservation: {
    summary: 'Release a reservation; releasing it again changes nothing',
    route: 'DELETE /Inventory/Reservation/:reservationID',
    ...written,
    messages: { not_found: [UNKNOWN], conflict: ['Reservation 17 is Consumed.'] },
    input: z.object({ reservationID: inPath() }),
    example: { reservationID: 1 },
  },
} as const satisfies Record<string, Spec>
