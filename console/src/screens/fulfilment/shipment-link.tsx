import { RouteAnchor } from '../../components/links.tsx'

export function ShipmentLink({ soNo }: { readonly soNo: string }) {
  return (
    <RouteAnchor to="/fulfilment/$soNo" params={{ soNo }} size="sm" fw={500}>
      {soNo}
    </RouteAnchor>
  )
}
