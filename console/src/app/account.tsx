import {
  ActionIcon,
  Affix,
  Group,
  Notification,
  Text,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../api/http/client.ts'
import { ofSession } from '../api/http/query-client.ts'
import { signOut } from '../api/http/session.ts'
import { useSession } from '../api/session-context.ts'
import { Icon, type IconName } from '../components/icons.tsx'
import { changeSession } from './session-query.ts'

/** The name of the person, the theme switch, and the button that signs out. */
export function Account() {
  const { actor, clientId, isVerified, readOnly } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  const other = scheme === 'dark' ? 'light' : 'dark'
  const leave = useMutation({
    mutationFn: () => signOut(ofSession()),
    onSuccess: (address) => {
      changeSession(null)
      if (address !== null) location.assign(address)
    },
  })
  return (
    <Group gap={4} wrap="nowrap" style={{ minWidth: 0, flexShrink: 1 }}>
      <div style={{ textAlign: 'right', lineHeight: 1.2, minWidth: 0, maxWidth: 220 }} title={`${actor}, ${clientId}`}>
        <Text size="sm" fw={500} truncate>
          {actor}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {isVerified === false && 'not verified, '}
          {clientId}
          {readOnly && ', read-only'}
        </Text>
      </div>
      <HeaderButton
        name={`Switch to ${other} theme`}
        icon={scheme === 'dark' ? 'sun' : 'moon'}
        onClick={() => setColorScheme(other)}
      />
      <HeaderButton name="Sign out" icon="signOut" onClick={() => leave.mutate()} isBusy={leave.isPending} />
      {leave.error && (
        <Affix position={{ top: 56, right: 16 }}>
          <Notification
            role="alert"
            color="var(--ink-bad)"
            title="Sign-out failed"
            onClose={leave.reset}
            closeButtonProps={{ 'aria-label': 'Close' }}
          >
            <Text size="sm" c="var(--mantine-color-text)">
              You are still signed in. {messageOf(leave.error)}
            </Text>
          </Notification>
        </Affix>
      )}
    </Group>
  )
}

interface HeaderButtonProps {
  readonly name: string
  readonly icon: IconName
  readonly onClick: () => void
  readonly isBusy?: boolean
}

function HeaderButton({ name, icon, onClick, isBusy = false }: HeaderButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      style={{ flexShrink: 0 }}
      onClick={onClick}
      loading={isBusy}
      aria-label={name}
      title={name}
    >
      <Icon of={icon} />
    </ActionIcon>
  )
}
