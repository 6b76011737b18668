import { Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../api/http/error-text.ts'
import { RowButton } from './row-button.tsx'

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
