import { changeTypes, type Schemas } from '../../api/http/contract.ts'
import { changeWebhook, createWebhook, deleteWebhook, rotateSecret, startReplay } from '../../api/webhooks.ts'
import { choice, choices, chosenText, mark } from '../../components/forms/choices.tsx'
import { type Fields, lot, moment, required, text, wide } from '../../components/forms/fields.tsx'
import { formStep, nothing, type Step } from '../../components/forms/next-steps.tsx'
import { Moment } from '../../components/time.tsx'
import { ShownOnce } from './shown-once.tsx'

type Webhook = Schemas['Webhook']
type Request = Schemas['CreateWebhookRequest']
type EventType = Request['events'][number]
type Typed = Omit<Request, 'name' | 'active'> & { readonly name?: string }
type Changed = Typed & { readonly active?: boolean }

const isEventType = (type: string): type is EventType => changeTypes.includes(type)
const events = (label: string) =>
  choices(
    label,
    () => changeTypes.map((type) => ({ value: type, label: type })),
    (type) => (isEventType(type) ? type : undefined),
  )

const ofWebhook: Fields<Typed> = {
  url: required(wide({ ...text('URL (https)', 2_000), name: 'URL' })),
  name: text('Name (default: the host)'),
  payloadMode: choice(
    'Payload',
    () => [
      { value: 'full', label: 'Full data' },
      { value: 'id', label: 'Record ids only' },
    ],
    (mode) => (mode === 'id' || mode === 'full' ? mode : undefined),
  ),
  events: required(events('Events')),
}

const changed: Fields<Changed> = { ...ofWebhook, active: mark('Active') }

/** Sends changes to an address of the client's, all of them unless some are chosen. */
export const newWebhook: Step = formStep('Sends changes to this URL as they happen, signed with a secret.', {
  verb: 'New webhook',
  fields: ofWebhook,
  initial: { events: chosenText(changeTypes) },
  send: ({ name, ...webhook }: Typed, key) => createWebhook({ ...webhook, name: name ?? hostOf(webhook.url) }, key),
  showResult: ({ name, secret }) => (
    <>
      Created webhook {name}. <ShownOnce secret={secret} />
    </>
  ),
})

/** What can be done with a webhook that is there. */
export const stepsOf = (webhook: Webhook): readonly Step[] => {
  const { rec, url, name, payloadMode, active } = webhook
  return [
    formStep('Past changes are not sent again.', {
      verb: 'Edit',
      of: rec,
      fields: changed,
      initial: { url, name, payloadMode, events: chosenText(webhook.events), active: String(active) },
      send: (changes: Changed, key) => changeWebhook({ rec, ...changes }, key),
      showResult: ({ status }) => (status === 'unchanged' ? 'No changes' : `Saved ${name}.`),
    }),
    formStep('For 24 hours, messages are also signed with the old secret.', {
      verb: 'New secret',
      of: rec,
      fields: nothing,
      send: (_, key) => rotateSecret({ rec }, key),
      showResult: ({ secret, previousValidUntil }) => (
        <>
          <ShownOnce secret={secret} /> The old secret also signs until <Moment at={previousValidUntil} />.
        </>
      ),
    }),
    formStep('Resends a range of changes in addition to new ones. Enter the first change or a start time.', {
      verb: 'Replay',
      of: rec,
      fields: range,
      missingOf: ({ fromSequence, fromTime }) =>
        (fromSequence ?? fromTime) ? undefined : 'first change or start time',
      send: (typed, key) => startReplay({ rec, ...typed }, key),
      showResult: ({ fromSequence, toSequence }) =>
        `Resending changes ${fromSequence} to ${toSequence}. Progress is shown below.`,
    }),
    formStep('Also deletes its waiting deliveries and its log.', {
      verb: 'Delete',
      of: rec,
      fields: nothing,
      send: (_, key) => deleteWebhook({ rec }, key),
      showResult: () => `Deleted ${name}.`,
    }),
  ]
}

const sequence = (label: string) => ({ ...lot(label), name: 'change number' })
const range: Fields<Schemas['ReplayWebhookRequest']> = {
  fromSequence: sequence('First change'),
  toSequence: sequence('Last change (default: the latest)'),
  fromTime: moment('Or start time (UTC)'),
  toTime: moment('Or end time (UTC)'),
  types: events('Only these events'),
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.slice(0, 64) : url.slice(0, 64))
