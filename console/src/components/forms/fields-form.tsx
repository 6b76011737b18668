import { Button, Group, SimpleGrid, Text } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import type { Sources } from '../../../../shared/scan/read-scan.ts'
import { besideField } from '../../fold/field-words.ts'
import { sayMissing, toBody } from '../../fold/to-body.ts'
import { FormTexts } from '../inputs/quantity-input.tsx'
import { focusNextEmpty } from '../scans/scanner.ts'
import { Untaken } from '../scans/untaken.tsx'
import { type Fields, listFields, type Texts } from './fields.tsx'
import { GuardedForm, type GuardedFormProps } from './guarded-form.tsx'
import { useDraft } from './use-draft.ts'
import type { Planned } from './use-guarded-write.ts'
import { useUsual } from './use-usual.ts'

export interface FieldsFormProps<Body, Shown, Result>
  extends Omit<GuardedFormProps<Body, Shown, Result>, 'body' | 'missing' | 'children' | 'onNext' | 'kept'> {
  readonly fields: Fields<Body>
  readonly initial?: Texts<Body>
  /** What the address says: these fields are filled in, and the first other one is the next. */
  readonly said?: Readonly<Record<string, string>> | undefined
  /** What a scan says, as `said`, and the elements of its code. */
  readonly scanned?: Readonly<Record<string, string>> | undefined
  readonly sources?: Sources | undefined
  /** What the form is about, if its page has several of the same verb. */
  readonly of?: string | number
  /** Somebody asked for it: what it is opened with is previewed at once, if that is complete. */
  readonly isAskedFor?: boolean
  readonly takesFocus?: boolean
  /** What is missing of a complete body: one of two fields, for instance. */
  readonly missingOf?: (body: Body) => string | undefined
  /** The fields that keep their texts for the next one; absent: all start anew. */
  readonly kept?: readonly (keyof Body & string)[]
  /** The item that quantities are of, if no field names it. */
  readonly itemID?: string
  /** Two fields stand in a row of a phone. */
  readonly isCompact?: boolean
}

/** A guarded form whose body is described by its fields. */
export function FieldsForm<Body extends object, Shown, Result>(props: FieldsFormProps<Body, Shown, Result>) {
  const {
    fields,
    initial = {},
    missingOf,
    kept = [],
    isCompact = false,
    said = {},
    scanned = {},
    sources,
    of,
    isAskedFor = false,
    takesFocus = true,
    itemID = '',
    ...rest
  } = props
  const { verb, send, keep } = rest
  const named = listFields(fields)
  const names = named.map(([name]) => name)
  const given = { ...initial, ...said }
  const draft = useDraft<Planned<Body, Shown>>({ verb, of, initial: given, said: scanned })
  const { texts, type } = draft
  const [wasTyped, setWasTyped] = useState(draft.wasTyped && Object.keys(scanned).length === 0)
  const { usual, remember } = useUsual(verb, named)
  // Of what is typed, Enter asks for a dry run.
  const [looksAtOnce, setLooksAtOnce] = useState(isAskedFor)
  const first = Math.max(
    0,
    named.findIndex(([name]) => (scanned[name] ?? said[name]) === undefined),
  )
  const chosen = Object.fromEntries([...usual].map(([name, one]) => [name, one?.text ?? '']))
  const shown: Readonly<Record<string, string>> = { ...chosen, ...withoutBlankTexts(texts) }
  const wished = toBody<Body>(named, shown)
  const body = 'body' in wished ? wished.body : undefined
  const alsoMissing = body && missingOf?.(body)
  const missing = 'missing' in wished ? wished.missing : alsoMissing && sayMissing([alsoMissing])
  const startAnew = () => {
    const isKept = (name: string) => kept.some((one) => one === name)
    draft.startAnew(Object.fromEntries(Object.entries(texts).filter(([name]) => isKept(name))))
    setWasTyped(false)
    rest.onClose?.()
  }
  /** A scanner ends with Enter: as long as something is missing, that leads to the next field. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (event.key !== 'Enter' || event.defaultPrevented || missing === undefined) return
    if (!(target instanceof HTMLInputElement) || target.value.trim() === '') return
    event.preventDefault()
    focusNextEmpty(target)
  }
  /** In a list that is closed and has a value it leads on, too, instead of opening the list again. */
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || target.value === '') return
    if (target.ariaHasPopup !== 'listbox' || !target.readOnly || target.ariaExpanded === 'true') return
    event.preventDefault()
    event.stopPropagation()
    if (missing === undefined) target.form?.requestSubmit()
    else focusNextEmpty(target)
  }
  return (
    <GuardedForm<Body, Shown, Result>
      {...rest}
      kept={draft.sent}
      send={async (...sent) => {
        const response = await send(...sent)
        remember(shown)
        return response
      }}
      {...(keep && {
        keep: async (...kept) => {
          await keep(...kept)
          remember(shown)
        },
      })}
      plansAtOnce={rest.plansAtOnce ?? looksAtOnce}
      {...(rest.onClose && {
        onClose: () => {
          draft.close()
          rest.onClose?.()
        },
      })}
      body={missing === undefined ? body : undefined}
      missing={missing}
      onNext={startAnew}
    >
      {(errors) => (
        <FormTexts value={{ itemID, ...shown }}>
          {wasTyped && (
            <Group gap="xs">
              <Text size="sm" c="dimmed">
                Draft restored.
              </Text>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => {
                  draft.startAnew(given)
                  setWasTyped(false)
                }}
              >
                Discard
              </Button>
            </Group>
          )}
          <Untaken of={sources} fields={['itemID', ...names]} />
          <SimpleGrid cols={{ base: isCompact ? 2 : 1, xs: 3 }} spacing="sm">
            {named.map(([name, field], at) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field in it
              <div
                key={name}
                onKeyDown={onKeyDown}
                onKeyDownCapture={onKeyDownCapture}
                style={field.isWide ? { gridColumn: '1 / -1' } : undefined}
              >
                <field.input
                  value={shown[name] ?? ''}
                  onChange={(typed) => {
                    type({ [name]: typed })
                    setLooksAtOnce(false)
                  }}
                  error={besideField(name, errors[name])}
                  errors={errors}
                  names={names}
                  // Enter in a field of a form that is previewed already would do it.
                  autoFocus={at === first && takesFocus && !rest.plansAtOnce}
                  why={texts[name] ? undefined : usual.get(name)?.why}
                  onSaid={(said) => {
                    type(said)
                    setLooksAtOnce(true)
                  }}
                />
              </div>
            ))}
          </SimpleGrid>
        </FormTexts>
      )}
    </GuardedForm>
  )
}

const withoutBlankTexts = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
