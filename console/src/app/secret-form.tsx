import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Credentials, signIn } from '../api/http/session.ts'
import { ErrorNote } from '../components/error-note.tsx'
import { lengthFault } from '../fold/field-words.ts'
import { changeSession } from './session-query.ts'

const LAST_ACTOR = 'console.actor'

/** Signs in with the secret of a client, and a name that the person types. */
export function SecretForm({ isFirst }: { readonly isFirst: boolean }) {
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
        description="Stands in the ledger beside what you change"
        error={tooLong}
        autoComplete="name"
        {...field('actor')}
      />
      {attempt.error && <ErrorNote error={attempt.error} />}
      <Button type="submit" loading={attempt.isPending} variant={isFirst ? 'filled' : 'default'}>
        Sign in
      </Button>
    </Stack>
  )
}
