import { ActionIcon, Button, CloseButton, Group, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { CheckIcon } from '../../parts/icons.tsx'
import { RouteAnchor } from '../../parts/links.tsx'

/** What a view of the stock is restricted to and sorted by. */
export interface StockView {
  readonly wid?: number | undefined
  readonly search?: string | undefined
  readonly sort?: string | undefined
  readonly direction?: 'ASC' | 'DESC' | undefined
}

type SavedViews = Readonly<Record<string, StockView>>

/** Views that were saved in this browser, and a field to save the present one. */
export function SavedViews({ view }: { readonly view: StockView }) {
  const [views, setViews] = useLocalStorage<SavedViews>({ key: 'console.stock-views', defaultValue: {} })
  const [name, setName] = useState<string>()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name?.trim()) setViews({ ...views, [name.trim()]: view })
    setName(undefined)
  }
  const remove = (gone: string) => setViews(Object.fromEntries(Object.entries(views).filter(([one]) => one !== gone)))
  return (
    <Group gap="xs" align="end" mb={4}>
      {Object.entries(views).map(([title, saved]) => (
        <Group key={title} gap={2} wrap="nowrap">
          <RouteAnchor to="/stock" search={saved} size="sm">
            {title}
          </RouteAnchor>
          <CloseButton size="xs" aria-label={`Remove the view ${title}`} onClick={() => remove(title)} />
        </Group>
      ))}
      {name === undefined ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setName('')}>
          Save this view
        </Button>
      ) : (
        <form onSubmit={save}>
          <TextInput
            aria-label="Name of the view"
            placeholder="Name of the view"
            size="xs"
            maxLength={40}
            autoFocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            rightSection={
              <ActionIcon type="submit" variant="subtle" size="sm" aria-label="Save">
                <CheckIcon size={14} />
              </ActionIcon>
            }
          />
        </form>
      )}
    </Group>
  )
}
