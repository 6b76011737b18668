import { api, bodyOf, type Schemas } from '../http/client.ts'
import { wholeList } from '../http/csv.ts'

export type Reservation = Schemas['Reservation']
export type NewReservation = Schemas['CreateReservationRequest']
export type ReservationState = Reservation['state']

const PAGE_SIZE = 250

/** Reservations in a state, the newest first. */
export const reservationList = (state: ReservationState | undefined) => ({
  queryKey: ['reservations', state ?? 'all'],
  pageSize: PAGE_SIZE,
  whole: wholeList('/Inventory/Reservation', { state }),
  readPage: (page: number) =>
    bodyOf(
      api.GET('/Inventory/Reservation', { params: { query: { page, pageSize: PAGE_SIZE, ...(state && { state }) } } }),
    ),
})

export const reservation = (reservationID: number) => ({
  queryKey: ['reservation', reservationID],
  queryFn: () => bodyOf(api.GET('/Inventory/Reservation/{reservationID}', { params: { path: { reservationID } } })),
})

const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } })

export const reserve = (body: NewReservation, key: string) =>
  bodyOf(api.POST('/Inventory/Reservation', { body, params: keyed(key) }))

export const releaseReservation = (reservationID: number, key: string) =>
  bodyOf(api.DELETE('/Inventory/Reservation/{reservationID}', { params: { path: { reservationID }, ...keyed(key) } }))
