import { Fragment, type ReactNode } from 'react'
import type { Schemas } from '../../api/http/contract.ts'
import { type DryRunOperation, typedAs } from '../../api/http/operations.ts'
import { useMay } from '../../api/session-context.ts'
import { DescriptionList } from '../../components/description-list.tsx'
import { type Fields, required, type Texts, text, wide } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { formStep, NextSteps, nothing } from '../../components/forms/next-steps.tsx'
import { wordsFilter } from '../../components/lists/filters.tsx'
import { type ListScreen, listScreen } from '../../components/lists/list-screen.tsx'
import { type RecordScreen, recordScreen } from '../../components/screen.tsx'
import { column } from '../../components/tables/columns.tsx'
import type { PagedList } from '../../components/tables/use-pages.ts'
import { contactEntries, textsOf } from './party-fields.ts'

type Party = Schemas['Customer'] & Partial<Pick<Schemas['Vendor'], 'overReceipt'>>
type Named = Pick<Party, 'shortID' | 'name'>

/** A write with its dry run, which returns the same. */
type Write<Body> = DryRunOperation<Body, Party, Party>

interface Search {
  readonly search?: string | undefined
}

interface Kind<Typed extends object> {
  readonly noun: 'customer' | 'vendor'
  readonly title: string
  readonly newPath: '/new-customer' | '/new-vendor'
  readonly useSearch: () => Search
  readonly useParams: () => Pick<Party, 'shortID'>
  readonly link: (shortID: string) => ReactNode
  /** What can be said of it besides its names. */
  readonly fields: Fields<Typed>
  /** What stands for fields that were cleared. */
  readonly cleared: Typed
  readonly api: {
    readonly list: (search: Search) => PagedList<Party>
    readonly one: (params: Pick<Party, 'shortID'>) => {
      readonly queryKey: readonly unknown[]
      readonly queryFn: () => Promise<Party>
    }
    readonly create: Write<Typed & Named>
    readonly update: Write<Typed & Pick<Party, 'shortID'> & { readonly name?: string; readonly active?: boolean }>
  }
}

export interface PartyScreens {
  readonly List: ListScreen
  readonly One: RecordScreen
  readonly Create: FormScreen
}

/** The list, the page and the form of customers, or of vendors. */
export function partyScreens<Typed extends object>(kind: Kind<Typed>): PartyScreens {
  const { noun, title, newPath, useSearch, useParams, link, fields, cleared, api } = kind
  const name = required({ ...text('Name', 128), name: 'name' })
  // The fields of a kind and its names are together those of its body.
  const all = { shortID: required({ ...text('Short name'), name: 'short name' }), name, ...fields } as Fields<
    Typed & Named
  >
  const changeable = { name: wide(name), ...fields } as Fields<Typed & Pick<Named, 'name'>>
  const showPlan = (party: Party) => <PartyDescription of={party} />
  /** Active or not, as it is not; the other fields of a kind are optional. */
  const toOther = ({ shortID, active }: Pick<Party, 'shortID' | 'active'>) =>
    ({ shortID, active: !active }) as Parameters<typeof api.update.send>[0]
  const steps = ({ shortID, active, ...record }: Party) => [
    formStep('Empty fields are cleared. Existing orders do not change.', {
      verb: 'Edit',
      fields: changeable,
      initial: textsOf(record) as Texts<Typed & Pick<Named, 'name'>>,
      ...typedAs(api.update, (changes: Typed & Pick<Named, 'name'>) => ({ shortID, ...cleared, ...changes })),
      showPlan,
      showResult: () => `Saved the ${noun}.`,
    }),
    formStep(active ? `New orders can no longer use this ${noun}.` : `New orders can use this ${noun} again.`, {
      verb: active ? 'Discontinue' : 'Reactivate',
      fields: nothing,
      ...typedAs(api.update, () => toOther({ shortID, active })),
      showPlan,
      showResult: (after) => `The ${noun} is ${after.active ? 'active' : 'discontinued'}.`,
    }),
  ]
  function One({ party }: { readonly party: Party }) {
    const mayWrite = useMay('writeParties')
    return (
      <>
        <PartyDescription of={party} />
        {mayWrite && <NextSteps steps={steps(party)} />}
      </>
    )
  }
  return {
    List: listScreen({
      title,
      action: { needs: ['writeParties'], to: newPath, name: `New ${noun}` },
      useSearch,
      filters: { search: wordsFilter('Search') },
      list: api.list,
      columns: [
        { title: 'Short name', cell: ({ shortID }) => <Fragment>{link(shortID)}</Fragment> },
        column.wide('Name', 'name'),
        column.text('Contact', 'contact'),
        column.text('Phone', 'phone'),
        column.text('City', 'city'),
        { title: 'State', cell: ({ active }) => (active ? 'Active' : 'Discontinued') },
      ],
      keyOf: ({ id }) => id,
      empty: ({ search }) => (search ? `No results for “${search}”` : `No ${noun}s yet`),
    }),
    One: recordScreen({
      useParams,
      title: ({ shortID }) => shortID,
      of: api.one,
      show: (party) => <One party={party} />,
    }),
    Create: formScreen({
      title: `New ${noun}`,
      verb: 'Create',
      fields: all,
      ...api.create,
      showPlan,
      showResult: ({ shortID }) => (
        <>
          Created {noun} {link(shortID)}.
        </>
      ),
    }),
  }
}

function PartyDescription({ of: party }: { readonly of: Party }) {
  const { name, id, active, overReceipt } = party
  return (
    <DescriptionList
      of={[
        ['Name', name],
        ['Number', id],
        ['State', active ? 'Active' : 'Discontinued'],
        ...contactEntries(party),
        ...(overReceipt === undefined ? [] : ([['Over-receipt allowed', `${overReceipt} %`]] as const)),
      ]}
    />
  )
}
