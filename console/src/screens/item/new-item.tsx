import type { Schemas } from '../../api/http/contract.ts'
import { createItem } from '../../api/items.ts'
import { type Fields, required, text } from '../../components/forms/fields.tsx'
import { type FormScreen, formScreen } from '../../components/forms/form-screen.tsx'
import { RouteAnchor } from '../../components/links.tsx'
import { ItemLink } from '../../components/record-links.tsx'
import { settable } from './item-fields.ts'

type Request = Schemas['CreateItemRequest']

const fields: Fields<Request> = { shortID: required({ ...text('SKU'), name: 'the SKU' }), ...settable }

/** Makes an item. */
export const CreateItem: FormScreen = formScreen({
  title: 'New item',
  verb: 'Create',
  fields,
  kept: ['uOM', 'category', 'subCategory', 'dfltOwner'],
  send: (item: Request, key) => createItem(item, key),
  showResult: ({ shortID }) => (
    <>
      Created <ItemLink shortID={shortID} />.{' '}
      <RouteAnchor to="/items" size="sm">
        Show all items
      </RouteAnchor>
    </>
  ),
})
