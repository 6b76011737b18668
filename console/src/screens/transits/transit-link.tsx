import { RouteAnchor } from '../../components/links.tsx'

export function TransitLink({ slip }: { readonly slip: string }) {
  return (
    <RouteAnchor to="/transits/$slip" params={{ slip }} size="sm" fw={500}>
      {slip}
    </RouteAnchor>
  )
}
