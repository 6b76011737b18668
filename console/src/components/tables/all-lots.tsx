import { useQuery } from '@tanstack/react-query'
import { lotCount } from '../../api/stock/lots.ts'
import { toText } from '../../fold/person-numbers.ts'
import { RouteAnchor } from '../links.tsx'

interface AllLotsProps {
  readonly itemID: string
  readonly wid?: number | undefined
}

/** Leads to the list of all lots of an item that are in stock, of which a page may show the first ones only. */
export function AllLots({ itemID, wid }: AllLotsProps) {
  const total = useQuery(lotCount({ itemID, wid, active: true })).data?.totalCount
  return (
    <RouteAnchor to="/lots" search={{ itemID, wid }} size="xs">
      {total === undefined ? 'Show all lots' : total === 1 ? 'Show 1 lot' : `Show all ${toText(total)} lots`}
    </RouteAnchor>
  )
}
