import type { Schemas } from '../http/contract.ts'
import { list, record, write } from '../http/operations.ts'

export type Reservation = Schemas['Reservation']

/** Reservations, the newest first. */
export const reservationList = list('reservations', '/Inventory/Reservation', 250)
export const reservation = record('reservation', '/Inventory/Reservation/{reservationID}')

export const reserve = write('post', '/Inventory/Reservation')
export const releaseReservation = write('delete', '/Inventory/Reservation/{reservationID}')
