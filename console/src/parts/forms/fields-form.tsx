import { SimpleGrid } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { besideField } from '../../fold/field-words.ts'
import { sayMissing, toBody } from '../../fold/to-body.ts'
import { FormTexts } from '../inputs/form-texts.ts'
import { focusNextEmpty } from '../scans/next-field.ts'
import { type Fields, listFields, type Texts } from './fields.tsx'
import { GuardedForm, type GuardedFormProps } from './guarded-form.tsx'

export interface FieldsFormProps<Body, Shown, Answer>
  extends Omit<GuardedFormProps<Body, Shown, Answer>, 'body' | 'missing' | 'children' | 'onNext'> {
  readonly fields: Fields<Body>
  readonly initial?: Texts<Body>
  /** What a scan, or the address, says: these fields are filled in, and the first other one is the next. */
  readonly said?: Readonly<Record<string, string>> | undefined
  /** What a field that was left blank stands for. */
  readonly usual?: Texts<Body>
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
export function FieldsForm<Body extends object, Shown, Answer>(props: FieldsFormProps<Body, Shown, Answer>) {
  const {
    fields,
    initial = {},
    usual = {},
    missingOf,
    kept = [],
    isCompact = false,
    said = {},
    itemID = '',
    ...rest
  } = props
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({ ...initial, ...said })
  const named = listFields(fields)
  const first = Math.max(
    0,
    named.findIndex(([name]) => said[name] === undefined),
  )
  const shown: Readonly<Record<string, string>> = { ...usual, ...withoutBlankTexts(texts) }
  const wished = toBody<Body>(named, shown)
  const body = 'body' in wished ? wished.body : undefined
  const alsoMissing = body && missingOf?.(body)
  const missing = 'missing' in wished ? wished.missing : alsoMissing && sayMissing([alsoMissing])
  const startAnew = () => {
    const isKept = (name: string) => kept.some((one) => one === name)
    setTexts(Object.fromEntries(Object.entries(texts).filter(([name]) => isKept(name))))
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
    <GuardedForm<Body, Shown, Answer>
      {...rest}
      body={missing === undefined ? body : undefined}
      missing={missing}
      onNext={startAnew}
    >
      {(errors) => (
        <FormTexts value={{ itemID, ...shown }}>
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
                  onChange={(typed) => setTexts((before) => ({ ...before, [name]: typed }))}
                  error={besideField(name, errors[name])}
                  errors={errors}
                  // Enter in a field of a form that is previewed already would do it.
                  autoFocus={at === first && !rest.previewsAtOnce}
                  onSaid={(texts) => setTexts((before) => ({ ...before, ...texts }))}
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
