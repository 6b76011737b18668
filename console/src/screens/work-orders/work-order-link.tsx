import { RouteAnchor } from '../../components/links.tsx'

export function WorkOrderLink({ woNo }: { readonly woNo: string }) {
  return (
    <RouteAnchor to="/work-orders/$woNo" params={{ woNo }} size="sm" fw={500}>
      {woNo}
    </RouteAnchor>
  )
}
