import { Group, Stack, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { ChoiceReads } from './error-note.tsx'

interface ScreenProps {
  readonly title: string
  /** What stands beside the title, buttons for instance. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A screen's title, in the page and in the window. */
export function Screen({ title, aside, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} – Inventory`
  }, [title])
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={1}>{title}</Title>
        {aside}
      </Group>
      <ChoiceReads />
      {children}
    </Stack>
  )
}
