import { RouteAnchor } from '../../components/links.tsx'

export function PurchaseLink({ poNo }: { readonly poNo: string }) {
  return (
    <RouteAnchor to="/receiving/$poNo" params={{ poNo }} size="sm" fw={500}>
      {poNo}
    </RouteAnchor>
  )
}
