import { ActionIcon, Button, CloseButton, Group, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useLocation, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { lengthFault } from '../../fold/field-words.ts'
import { Icon } from '../icons.tsx'
import { RouteAnchor } from '../links.tsx'

/** What lists are restricted to and sorted by: the search parameters of their addresses. */
type Views = Readonly<Record<string, ReturnType<typeof useView>>>
const useView = () => useSearch({ strict: false })

/** Views of the list that is shown which were saved in this browser, and a field to save the present one. */
export function SavedViews() {
  const view = useView()
  const list = useLocation({ select: ({ pathname }) => pathname })
  const [views, setViews] = useLocalStorage<Views>({ key: `console.views ${list}`, defaultValue: {} })
  const [name, setName] = useState<string>()
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (name !== undefined && lengthFault(name, 40)) return
    if (name?.trim()) setViews({ ...views, [name.trim()]: view })
    setName(undefined)
  }
  const remove = (gone: string) => setViews(Object.fromEntries(Object.entries(views).filter(([one]) => one !== gone)))
  return (
    <Group gap="xs" align="end" mb={4}>
      {Object.entries(views).map(([title, saved]) => (
        <Group key={title} gap={2} wrap="nowrap">
          <RouteAnchor to="." search={saved} size="sm">
            {title}
          </RouteAnchor>
          <CloseButton size="xs" aria-label={`Remove view ${title}`} onClick={() => remove(title)} />
        </Group>
      ))}
      {name === undefined ? (
        <Button variant="subtle" size="compact-sm" onClick={() => setName('')}>
          Save this view
        </Button>
      ) : (
        <form onSubmit={save}>
          <TextInput
            aria-label="View name"
            placeholder="View name"
            size="xs"
            error={lengthFault(name, 40)}
            autoFocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            rightSection={
              <ActionIcon type="submit" variant="subtle" size="sm" aria-label="Save">
                <Icon of="check" size={14} />
              </ActionIcon>
            }
          />
        </form>
      )}
    </Group>
  )
}
