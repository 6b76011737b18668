import { Alert, Button, Fieldset, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { ErrorNote } from '../error-note.tsx'
import { Icon } from '../icons.tsx'
import type { FieldErrors } from './fields.tsx'
import type { KeptSent } from './use-draft.ts'
import { type Planned, useGuardedWrite } from './use-guarded-write.ts'

export interface GuardedFormProps<Body, Shown, Result> {
  /** What the button does: `Receive`. */
  readonly verb: string
  readonly body: Body | undefined
  readonly missing: string | undefined
  /** Leads on from the result. */
  readonly next?: string
  /** Absent: the write has no dry run, and is sent at once. */
  readonly dryRun?: (body: Body) => Promise<Shown>
  readonly send: (body: Body, key: string, shown: Shown) => Promise<Result>
  readonly kept: KeptSent<Planned<Body, Shown>>
  readonly showPlan?: (shown: Shown, body: Body) => ReactNode
  /** Texts and what stands in texts. */
  readonly showResult: (result: Result) => ReactNode
  /** Empties the fields for the next one. */
  readonly onNext: () => void
  /** The form is one of several that the screen can show. */
  readonly onClose?: (() => void) | undefined
  /** Keeps the write until the service can be reached, under this key; absent: it cannot wait. */
  readonly keep?: (body: Body, key: string) => Promise<void>
  /** The dry run costs no request: it is shown as soon as there is one. */
  readonly plansAtOnce?: boolean
  readonly children: (errors: FieldErrors) => ReactNode
}

/** A form in two steps: Enter shows what would be done, Enter again does it, once. Without a dry run Enter does it. */
export function GuardedForm<Body, Shown, Result>(props: GuardedFormProps<Body, Shown, Result>) {
  const {
    verb,
    next = 'Continue',
    body,
    missing,
    dryRun,
    showPlan,
    showResult,
    onClose,
    keep,
    plansAtOnce,
    children,
  } = props
  const write = useGuardedWrite(props)
  const { result, error, isBusy, isKeeping, isUnderWay, isUnknown, isLost } = write
  const planned = dryRun ? write.planned : undefined
  const { online } = useNetwork()
  // Nobody can mean to ask for a dry run that comes by itself, and do it instead.
  const isLooking = plansAtOnce === true && body !== undefined && !planned && !error
  const live = useRef<HTMLButtonElement>(null)
  // A dry run that nobody asked for leaves the cursor where it is.
  const isAsked = useRef(false)
  useEffect(() => {
    if (!planned || !isAsked.current) return
    isAsked.current = false
    live.current?.focus()
  }, [planned])
  const text = plansAtOnce && body !== undefined ? JSON.stringify(body) : undefined
  const looked = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text, and anew when it was given up
  useEffect(() => {
    if (text === undefined || (text === looked.current && !isLooking)) return
    looked.current = text
    write.look()
  }, [text, isLooking])

  if (result !== undefined)
    return (
      <Stack maw={720}>
        <Alert role="status" color="var(--ink-good)" variant="outline" icon={<Icon of="check" />} title="Done">
          <Text size="sm">{showResult(result)}</Text>
        </Alert>
        <Group>
          <Button autoFocus loading={write.isLeaving} onClick={write.leave}>
            {next}
          </Button>
        </Group>
      </Stack>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isLooking) return
    if (planned || !dryRun) return write.act()
    isAsked.current = true
    write.look()
  }
  return (
    <form onSubmit={submit}>
      <Stack maw={720}>
        <Fieldset variant="unstyled" m={0} p={0} disabled={isUnknown || isUnderWay} aria-label={verb}>
          <Stack gap="sm">{children(write.fieldErrors)}</Stack>
        </Fieldset>
        {error && <ErrorNote error={error} />}
        {planned && (
          <Paper withBorder p="md" radius="md" bg="var(--surface)" role="status">
            <Stack gap="xs">
              <Title order={2}>Preview</Title>
              {asText(showPlan?.(planned.shown, planned.body))}
            </Stack>
          </Paper>
        )}
        <Group>
          {planned || !dryRun || isLooking ? (
            <Button
              key="act"
              ref={live}
              type="submit"
              loading={isBusy || isLooking}
              disabled={!isUnknown && missing !== undefined}
            >
              {isUnknown ? `${verb} (retry)` : verb}
            </Button>
          ) : (
            <Button key="look" type="submit" variant="default" loading={isBusy} disabled={missing !== undefined}>
              Preview
            </Button>
          )}
          {isUnknown && (
            <Button variant="default" disabled={isUnderWay} onClick={write.startAnew}>
              Discard and start over
            </Button>
          )}
          {keep && (planned ?? body) !== undefined && (isLost || !online) && (
            <Button variant="default" loading={isKeeping} disabled={isUnderWay} onClick={write.keepLater}>
              Save and send later
            </Button>
          )}
          {onClose && (
            <Button variant="subtle" onClick={onClose}>
              Back
            </Button>
          )}
          {!planned && (
            <Text size="sm" c="dimmed">
              {missing ?? (dryRun && 'Preview changes nothing.')}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const asText = (shown: ReactNode): ReactNode => (typeof shown === 'string' ? <Text size="sm">{shown}</Text> : shown)
