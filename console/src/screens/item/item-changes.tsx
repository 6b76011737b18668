import { type Category, nameCategory, nameIn, useCategories } from '../../api/categories.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { changeItem } from '../../api/items.ts'
import { useMay } from '../../api/session-context.ts'
import { type Fields, text } from '../../components/forms/fields.tsx'
import { formStep, NextSteps, nothing } from '../../components/forms/next-steps.tsx'
import { cleared, settable, typedOf } from './item-fields.ts'

type Item = Schemas['Item']

/** Changes what an item is, or whether it is used any more. */
export function ItemChanges({ item }: { readonly item: Item }) {
  const mayWrite = useMay('modifyItemMaster')
  const categories = useCategories()
  if (!mayWrite) return null
  const { shortID, discontinued, category, subCategory } = item
  return (
    <NextSteps
      steps={[
        formStep('What is left blank stays as it is, but for the texts.', {
          verb: 'Change',
          fields: settable,
          initial: typedOf(item),
          send: (changes, key) => changeItem({ shortID, ...cleared, ...changes }, key),
          showResult: ({ status }) => (status === 'unchanged' ? 'Nothing was changed.' : 'The item is changed.'),
        }),
        naming('Name the category', { category }, nameIn(categories, category)),
        naming('Name the sub-category', { category, subCategory }, nameIn(categories, category, subCategory)),
        formStep(discontinued ? 'It can be received and ordered again.' : CONSEQUENCE, {
          verb: discontinued ? 'Make active' : 'Discontinue',
          fields: nothing,
          send: (_, key) => changeItem({ shortID, discontinued: !discontinued }, key),
          showResult: () => (discontinued ? 'The item is active again.' : 'The item is discontinued.'),
        }),
      ]}
    />
  )
}

const nameField: Fields<{ name?: string }> = { name: text('Name (none if blank)') }

/** Names the number that the item has, for all items. */
const naming = (verb: string, numbers: Pick<Category, 'category' | 'subCategory'>, name = '') =>
  formStep(`It is shown with the number ${numbers.subCategory ?? numbers.category}, at all items that have it.`, {
    verb,
    fields: nameField,
    initial: { name },
    send: (named, key) => nameCategory(numbers, named.name, key),
    showResult: () => 'It is shown everywhere now.',
  })

const CONSEQUENCE = 'It can no longer be received or ordered. Its stock and its history stay.'
