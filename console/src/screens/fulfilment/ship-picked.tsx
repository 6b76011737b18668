import { useQuery } from '@tanstack/react-query'
import { shipmentLines } from '../../api/documents.ts'
import { Loaded } from '../../components/screen.tsx'
import { ShipmentLink } from './shipment-link.tsx'
import { Steps } from './steps.tsx'

/** What comes after an order was picked: as a rule it is shipped. */
export function ShipPicked({ soNo }: { readonly soNo: string }) {
  const lines = useQuery({ ...shipmentLines({ soNo }), staleTime: 0 })
  return (
    <section aria-label={soNo}>
      <ShipmentLink soNo={soNo} />
      {/* What was read before the last pick still had it to be packed. */}
      {lines.isFetchedAfterMount && (
        <Loaded query={lines} height={120}>
          {({ value }) => <Steps soNo={soNo} lines={value} isOnlyOneOpen />}
        </Loaded>
      )}
    </section>
  )
}
