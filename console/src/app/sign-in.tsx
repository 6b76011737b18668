import { Button, Center, Loader, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { InventoryError } from '../api/http/client.ts'
import { type Credentials, providerAddress, readWays, signIn } from '../api/http/session.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { Mark } from '../components/icons.tsx'
import { lengthFault } from '../fold/field-words.ts'
import { changeSession } from './session-query.ts'

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
          <Title order={1}>Sign in to Inventory</Title>
          {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
          {!error && !ways && <Loader aria-label="Loading" />}
          {ways && ways.provider !== null && <ProviderButton name={ways.provider} />}
          {ways && ways.provider !== null && ways.secrets && (
            <Text size="sm" c="dimmed">
              Or sign in with a client secret. Your name won’t be verified.
            </Text>
          )}
          {ways?.secrets && <SecretForm isFirst={ways.provider === null} />}
        </Stack>
      </Paper>
    </Center>
  )
}

function ProviderButton({ name }: { readonly name: string }) {
  const { pathname, search, hash } = location
  return (
    <Button component="a" href={providerAddress(pathname + search + hash)}>
      Sign in with {name}
    </Button>
  )
}

const LAST_ACTOR = 'console.actor'

/** Signs in with the secret of a client, and a name that the person types. */
function SecretForm({ isFirst }: { readonly isFirst: boolean }) {
  const [values, setValues] = useState<Credentials>({
    clientId: '',
    clientSecret: '',
    actor: localStorage.getItem(LAST_ACTOR) ?? '',
  })
  const attempt = useMutation({
    mutationFn: signIn,
    onSuccess: (session) => {
      localStorage.setItem(LAST_ACTOR, session.actor)
      changeSession(session)
    },
  })

  const field = (name: keyof Credentials) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    required: true,
    withAsterisk: false,
  })
  const tooLong = lengthFault(values.actor, 64)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (tooLong !== undefined) return
    attempt.mutate(values)
  }

  return (
    <Stack component="form" onSubmit={submit} gap="md">
      <TextInput label="Client id" autoComplete="username" autoFocus={isFirst} {...field('clientId')} />
      <PasswordInput label="Client secret" autoComplete="current-password" {...field('clientSecret')} />
      <TextInput
        label="Your name"
        description="Shown in the ledger next to your changes"
        error={tooLong}
        autoComplete="name"
        {...field('actor')}
      />
      {attempt.error && <ErrorNote error={toSignInError(attempt.error)} />}
      <Button type="submit" loading={attempt.isPending} variant={isFirst ? 'filled' : 'default'}>
        Sign in
      </Button>
    </Stack>
  )
}

/** The service says only that the client was not authenticated. */
const toSignInError = (error: Error): Error =>
  error instanceof InventoryError && error.statusCode === 401
    ? new InventoryError(401, { error: 'sign_in_failed', message: 'Check the client id and secret.' })
    : error
