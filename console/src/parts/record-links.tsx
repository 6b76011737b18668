import type { ReactNode } from 'react'
import { RouteAnchor } from './links.tsx'
import { None } from './time.tsx'

export function LotLink({ recNo }: { readonly recNo: number | null }) {
  if (recNo === null) return <None />
  return (
    <RouteAnchor to="/lots/$recno" params={{ recno: recNo }} size="sm" className="num">
      {recNo}
    </RouteAnchor>
  )
}

export function ItemLink({ shortID }: { readonly shortID: string }) {
  return (
    <RouteAnchor to="/items/$shortID" params={{ shortID }} size="sm" fw={500}>
      {shortID}
    </RouteAnchor>
  )
}

/** An order that is named by an entry or reservation: free text, which may be the number of an order here. */
export function OrderLink({ reference, line }: { readonly reference: string; readonly line: number | null }) {
  if (reference === '') return <None />
  return line === null ? reference : `${reference}, line ${line}`
}

export function ReservationLink({ of, children = of }: { readonly of: number; readonly children?: ReactNode }) {
  return (
    <RouteAnchor to="/reservations/$reservationID" params={{ reservationID: of }} size="sm" className="num">
      {children}
    </RouteAnchor>
  )
}
