import { createRoute } from '@tanstack/react-router'
import { reservationStates } from '../../api/http/contract.ts'
import { at, type Family, forStock, oneOf, searchOf } from '../../components/routes.ts'

export const reservationRoutes = [
  createRoute({
    ...at('/reservations', 'Reservations', () => import('./reservations.tsx')),
    validateSearch: searchOf({ state: oneOf(reservationStates) }),
  }),
  createRoute({
    ...at('/reservations/$reservationID', 'ReservationScreen', () => import('./reservation.tsx')),
    params: {
      parse: ({ reservationID }) => ({ reservationID: Number(reservationID) }),
      stringify: ({ reservationID }) => ({ reservationID: String(reservationID) }),
    },
  }),
  createRoute({
    ...at('/reserve', 'Reserve', () => import('./reservations.tsx')),
    validateSearch: forStock,
  }),
] as const

const icon = 'reservation'

export const reservationFamily: Family = {
  group: 'Reservations',
  icon,
  wayTo: (key) => ({ to: '/reservations/$reservationID', params: { reservationID: Number(key) } }),
  destinations: [
    { to: '/reservations', label: 'Reservations', icon, needs: 'readReservations' },
    { to: '/reserve', label: 'Reserve', icon, needs: 'writeReservations', isBesideMenu: true },
  ],
}
