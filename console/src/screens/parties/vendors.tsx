import { getRouteApi } from '@tanstack/react-router'
import { vendors } from '../../api/parties.ts'
import { VendorLink } from '../../components/record-links.tsx'
import { type PartyScreens, partyScreens } from './parties.tsx'
import { clearedVendor, ofVendor } from './party-fields.ts'

/** Vendors deliver ordered goods. */
const screens: PartyScreens = partyScreens({
  noun: 'vendor',
  title: 'Vendors',
  newPath: '/new-vendor',
  useSearch: () => getRouteApi('/vendors').useSearch(),
  useParams: () => getRouteApi('/vendors/$shortID').useParams(),
  link: (shortID) => <VendorLink shortID={shortID} />,
  fields: ofVendor,
  cleared: clearedVendor,
  api: vendors,
})

export const Vendors: PartyScreens['List'] = screens.List
export const VendorScreen: PartyScreens['One'] = screens.One
export const CreateVendor: PartyScreens['Create'] = screens.Create
