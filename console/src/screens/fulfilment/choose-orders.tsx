import { Checkbox } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { RouteButton } from '../../components/links.tsx'
import { chosenIn, mayChoose, toggled } from '../../fold/picking/chosen-orders.ts'

const route = getRouteApi('/fulfilment')

/** Whether an order belongs to the next round. */
export function ChooseOrder({ soNo }: { readonly soNo: string }) {
  const { pick } = route.useSearch()
  const navigate = useNavigate()
  return (
    <Checkbox
      aria-label={`Pick ${soNo}`}
      checked={chosenIn(pick).includes(soNo)}
      disabled={!mayChoose(pick, soNo)}
      onChange={() =>
        void navigate({
          to: '/fulfilment',
          search: (before) => ({ ...before, pick: toggled(pick, soNo) }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}

/** Leads to one round for the orders that were chosen. */
export function PickChosen({ chosen }: { readonly chosen: readonly string[] }) {
  if (chosen.length === 0) return null
  return (
    <RouteButton to="/pick" search={{ orders: chosen.join(',') }} variant="filled" w="fit-content">
      {chosen.length === 1 ? 'Pick 1 order' : `Pick ${chosen.length} orders`}
    </RouteButton>
  )
}
