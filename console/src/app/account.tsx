import { ActionIcon, Group, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { changeSession } from '../api/http/query-client.ts'
import { signOut } from '../api/http/session.ts'
import { MoonIcon, SignOutIcon, SunIcon } from '../parts/icons.tsx'
import { useSession } from './session-context.ts'

/** Who is signed in, the theme switch, and the way out. */
export function Account() {
  const { actor, clientId, readOnly } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => changeSession(null),
  })
  return (
    <Group gap="xs" wrap="nowrap">
      <div style={{ textAlign: 'right', lineHeight: 1.2, minWidth: 0 }}>
        <Text size="sm" fw={500} truncate>
          {actor}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {clientId}
          {readOnly && ', read-only'}
        </Text>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        onClick={() => setColorScheme(other)}
        aria-label={`Use the ${other} theme`}
        title={`Use the ${other} theme`}
      >
        {scheme === 'dark' ? <SunIcon /> : <MoonIcon />}
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        onClick={() => leave.mutate()}
        loading={leave.isPending}
        aria-label="Sign out"
        title="Sign out"
      >
        <SignOutIcon />
      </ActionIcon>
    </Group>
  )
}
