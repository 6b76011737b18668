import { expect, test, vi } from 'vitest'

// A family that only the console's list has.
vi.mock('../../../console/src/screens/families.ts', () => ({
  families: {
    loan: {
      group: 'Loans',
      icon: 'transit',
      wayTo: (loanNo: string) => ({ to: '/loans/$loanNo', params: { loanNo } }),
      destinations: [{ to: '/loans', label: 'Loans', icon: 'transit', needs: 'readReservations' }],
    },
  },
}))

interface Destination {
  readonly to: string
  readonly label: string
}
interface Choice {
  readonly group: string
  readonly way: object
}
/** The console's own types need its packages, which the compiler of the tests does not have. */
const read = async <T>(file: string): Promise<T> => import(`../../../console/src/app/${file}.ts`)

const aSession = (...permissions: readonly number[]) => ({ permissions, readOnly: false })

test('menu and palette have the screens of every family, for those who may see them', async () => {
  const { destinationsFor } = await read<{ destinationsFor(session: object): Destination[] }>('destinations')
  const loans = { to: '/loans', label: 'Loans' }
  expect(destinationsFor(aSession(9009))).toContainEqual(expect.objectContaining(loans))
  expect(destinationsFor(aSession(11))).not.toContainEqual(expect.objectContaining(loans))
})

test('what a search finds of any family leads to its screen', async () => {
  const { ofHits } = await read<{ ofHits(found: object): Choice[] }>('choices')
  const nothing = { status: 'Open', wid: null, spot: null, units: null }
  const hit = { ...nothing, kind: 'loan', key: 'LN-1', name: 'Ada', field: 'number', value: 'LN-1', isExact: true }
  const way = { to: '/loans/$loanNo', params: { loanNo: 'LN-1' } }
  expect(ofHits({ hits: [hit], text: 'LN-1', lotsInAll: undefined })).toMatchObject([
    { group: 'Loans', icon: 'transit', name: 'LN-1', about: 'Ada · Open', way },
  ])
})
