import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../../api/http/client.ts'
import { Icon } from '../icons.tsx'

interface RowButtonProps {
  /** What it does with this row. */
  readonly label: string
  readonly onClick: () => void
  readonly isBusy?: boolean
  readonly children: ReactNode
}

/** What can be done with a row of a table. */
export function RowButton({ label, onClick, isBusy = false, children }: RowButtonProps) {
  return (
    <Button size="compact-xs" variant="default" onClick={onClick} loading={isBusy} aria-label={label}>
      {children}
    </Button>
  )
}

interface RowActionProps {
  readonly label: string
  /** Does it, once for the key. */
  readonly act: (key: string) => Promise<unknown>
  readonly children: string
}

/** A button that does something with its row at once, and says why it could not. */
export function RowAction({ label, act, children }: RowActionProps) {
  const queries = useQueryClient()
  const doing = useMutation({
    mutationFn: () => act(crypto.randomUUID()),
    onSuccess: () => queries.invalidateQueries(),
  })
  return (
    <Group gap={6} wrap="nowrap">
      <RowButton label={label} onClick={() => doing.mutate()} isBusy={doing.isPending}>
        {children}
      </RowButton>
      {doing.error && (
        <Text size="xs" role="status" c="var(--ink-bad)">
          {messageOf(doing.error)}
        </Text>
      )}
    </Group>
  )
}

interface OpenButtonProps {
  readonly label: string
  readonly hint?: string
  readonly isOpen: boolean
  readonly onToggle: () => void
  /** Stands beside the button. */
  readonly children: ReactNode
}

/** Opens and closes what stands below a row. */
export function OpenButton({ label, hint, isOpen, onToggle, children }: OpenButtonProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-expanded={isOpen}
        aria-label={label}
        title={hint}
        onClick={onToggle}
        style={{ transform: isOpen ? undefined : 'rotate(-90deg)' }}
      >
        <Icon of="down" size={16} />
      </ActionIcon>
      {children}
    </Group>
  )
}
