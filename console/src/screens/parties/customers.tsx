import { getRouteApi } from '@tanstack/react-router'
import { customers } from '../../api/parties.ts'
import { CustomerLink } from '../../components/record-links.tsx'
import { type PartyScreens, partyScreens } from './parties.tsx'
import { clearedCustomer, ofCustomer } from './party-fields.ts'

/** Customers receive goods, and may own items. */
const screens: PartyScreens = partyScreens({
  noun: 'customer',
  title: 'Customers',
  newPath: '/new-customer',
  useSearch: () => getRouteApi('/customers').useSearch(),
  useParams: () => getRouteApi('/customers/$shortID').useParams(),
  link: (shortID) => <CustomerLink shortID={shortID} />,
  fields: ofCustomer,
  cleared: clearedCustomer,
  api: customers,
})

export const Customers: PartyScreens['List'] = screens.List
export const CustomerScreen: PartyScreens['One'] = screens.One
export const CreateCustomer: PartyScreens['Create'] = screens.Create
