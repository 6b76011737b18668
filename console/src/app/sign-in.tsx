import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { changeSession } from '../api/http/query-client.ts'
import { type Credentials, signIn } from '../api/http/session.ts'
import { ErrorNote } from '../parts/error-note.tsx'
import { Mark } from '../parts/icons.tsx'

const LAST_ACTOR = 'console.actor'

export function SignIn() {
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
  useEffect(() => {
    document.title = 'Sign in – Inventory'
  }, [])

  const field = (name: keyof Credentials) => ({
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    required: true,
    withAsterisk: false,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt.mutate(values)
  }

  return (
    <Center component="main" mih="100vh" p="md" bg="var(--surface)">
      <Paper component="form" onSubmit={submit} withBorder p="xl" w="100%" maw={400} radius="md">
        <Stack gap="md">
          <Mark size={36} />
          <div>
            <Title order={1}>Sign in</Title>
            <Text size="sm" c="dimmed">
              To the inventory of your warehouses
            </Text>
          </div>
          <TextInput label="Client id" autoComplete="username" autoFocus {...field('clientId')} />
          <PasswordInput label="Client secret" autoComplete="current-password" {...field('clientSecret')} />
          <TextInput
            label="Your name"
            description="Stands in the ledger beside what you change"
            maxLength={64}
            autoComplete="name"
            {...field('actor')}
          />
          {attempt.error && <ErrorNote error={attempt.error} />}
          <Button type="submit" loading={attempt.isPending}>
            Sign in
          </Button>
        </Stack>
      </Paper>
    </Center>
  )
}
