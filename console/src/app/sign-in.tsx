import { Button, Center, Loader, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { providerAddress, readWays } from '../api/http/session.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { Mark } from '../components/icons.tsx'
import { SecretForm } from './secret-form.tsx'

/** Signing in: by the identity provider if there is one, by the secret of a client if that is allowed. */
export function SignIn() {
  const { data: ways, error, refetch } = useQuery({ queryKey: ['ways'], queryFn: readWays, staleTime: Infinity })
  useEffect(() => {
    document.title = 'Sign in – Inventory'
  }, [])
  return (
    <Center component="main" mih="100vh" p="md" bg="var(--surface)">
      <Paper withBorder p="xl" w="100%" maw={400} radius="md">
        <Stack gap="md">
          <Mark size={36} />
          <div>
            <Title order={1}>Sign in</Title>
            <Text size="sm" c="dimmed">
              To the inventory of your warehouses
            </Text>
          </div>
          {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
          {!error && !ways && <Loader aria-label="Loading" />}
          {ways && ways.provider !== null && <ProviderButton name={ways.provider} />}
          {ways && ways.provider !== null && ways.secrets && (
            <Text size="sm" c="dimmed">
              Or with the secret of a client; your name is then not verified:
            </Text>
          )}
          {ways?.secrets && <SecretForm isFirst={ways.provider === null} />}
        </Stack>
      </Paper>
    </Center>
  )
}

/** Leads to the provider, and back to this page. */
function ProviderButton({ name }: { readonly name: string }) {
  const { pathname, search, hash } = location
  return (
    <Button component="a" href={providerAddress(pathname + search + hash)}>
      Sign in with {name}
    </Button>
  )
}
