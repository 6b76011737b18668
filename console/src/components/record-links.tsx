import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Entry, entryTypeNames } from '../api/ledger.ts'
import { seesCounts } from '../api/permissions.ts'
import { useMay, useSession } from '../api/session-context.ts'
import { RouteAnchor } from './links.tsx'
import { StateBadge } from './lot-state.tsx'
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
  const mayRead = useMay('itemMasterList')
  if (!mayRead) return shortID
  return (
    <RouteAnchor to="/items/$shortID" params={{ shortID }} size="sm" fw={500}>
      {shortID}
    </RouteAnchor>
  )
}

export function CustomerLink({ shortID }: { readonly shortID: string }) {
  return (
    <RouteAnchor to="/customers/$shortID" params={{ shortID }} size="sm" fw={500}>
      {shortID}
    </RouteAnchor>
  )
}

export function VendorLink({ shortID }: { readonly shortID: string }) {
  return (
    <RouteAnchor to="/vendors/$shortID" params={{ shortID }} size="sm" fw={500}>
      {shortID}
    </RouteAnchor>
  )
}

interface OrderLinkProps {
  readonly reference: string
  readonly line: number | null
  /** The reference is the number of a shipping order here. */
  readonly isShipment?: boolean
}

/** An order that is named by an entry or reservation: free text, unless it is known to be a shipping order. */
export function OrderLink({ reference, line, isShipment = false }: OrderLinkProps) {
  const mayRead = useMay('readShippingOrders')
  if (reference === '') return <None />
  return (
    <>
      {isShipment && mayRead ? (
        <RouteAnchor to="/fulfilment/$soNo" params={{ soNo: reference }} size="sm" underline="always">
          {reference}
        </RouteAnchor>
      ) : (
        reference
      )}
      {line !== null && `, line ${line}`}
    </>
  )
}

export function CountLink({ countNo }: { readonly countNo: string }) {
  const session = useSession()
  if (!seesCounts(session)) return countNo
  return (
    <RouteAnchor to="/counts/$countNo" params={{ countNo }} size="sm">
      {countNo}
    </RouteAnchor>
  )
}

export function ReservationLink({ of, children = of }: { readonly of: number; readonly children?: ReactNode }) {
  return (
    <RouteAnchor to="/reservations/$reservationID" params={{ reservationID: of }} size="sm" className="num">
      {children}
    </RouteAnchor>
  )
}

export function TransactionLink({ of, children = of }: { readonly of: number; readonly children?: ReactNode }) {
  return (
    <RouteAnchor to="/ledger" search={{ transactionNo: of }} size="sm" className="num">
      {children}
    </RouteAnchor>
  )
}

/** What an entry of the ledger did, whether it was taken back, and what it took back. */
export function EntryType({ of: { type, reverses, reversedBy } }: { readonly of: Entry }) {
  return (
    <Group gap={6} wrap="nowrap">
      {entryTypeNames[type]}
      {reversedBy !== undefined && <StateBadge colour="var(--ink-warn)">Reversed</StateBadge>}
      {reverses !== null && <TransactionLink of={reverses} />}
    </Group>
  )
}
