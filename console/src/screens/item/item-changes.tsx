import { useMay } from '../../api/access/session-context.ts'
import type { Schemas } from '../../api/http/contract.ts'
import { changeItem } from '../../api/stock/items.ts'
import { formStep, NextSteps, nothing } from '../../parts/forms/next-steps.tsx'
import { cleared, settable } from './item-fields.ts'

type Item = Schemas['Item']

/** Changes what an item is, or whether it is used any more. */
export function ItemChanges({ item }: { readonly item: Item }) {
  const mayWrite = useMay('writeItems')
  if (!mayWrite) return null
  const { shortID, discontinued } = item
  return (
    <NextSteps
      steps={[
        formStep('What is left blank stays as it is, but for the texts.', {
          verb: 'Change',
          fields: settable,
          initial: textsOf(item),
          send: (changes, key) => changeItem({ shortID, ...cleared, ...changes }, key),
          showAnswer: ({ status }) => (status === 'unchanged' ? 'Nothing was changed.' : 'The item is changed.'),
        }),
        formStep(discontinued ? 'It can be received and ordered again.' : CONSEQUENCE, {
          verb: discontinued ? 'Make active' : 'Discontinue',
          fields: nothing,
          send: (_, key) => changeItem({ shortID, discontinued: !discontinued }, key),
          showAnswer: () => (discontinued ? 'The item is active again.' : 'The item is discontinued.'),
        }),
      ]}
    />
  )
}

const CONSEQUENCE = 'It can no longer be received or ordered. Its stock and its history stay.'

const textsOf = ({ description, uOM, putUp, units, category, subCategory, dfltOwner }: Item) => ({
  description,
  uOM,
  putUp,
  units: String(units),
  category: String(category),
  subCategory: String(subCategory),
  dfltOwner: String(dfltOwner),
})
