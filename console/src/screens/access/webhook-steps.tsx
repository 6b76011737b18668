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
  url: required(wide({ ...text('Sends to (https)', 2_000), name: 'the address' })),
  name: text('Name (the host if blank)'),
  payloadMode: choice(
    'Contents',
    () => [
      { value: 'full', label: 'All data of the change' },
      { value: 'id', label: 'Only which records changed' },
    ],
    (mode) => (mode === 'id' || mode === 'full' ? mode : undefined),
  ),
  events: required(events('Events')),
}

const changed: Fields<Changed> = { ...ofWebhook, active: mark('Active') }

/** Sends changes to an address of the client's, all of them unless some are chosen. */
export const newWebhook: Step = formStep('Changes are sent to this address as they happen, signed with a secret.', {
  verb: 'New webhook',
  fields: ofWebhook,
  initial: { events: chosenText(changeTypes) },
  send: ({ name, ...webhook }: Typed, key) => createWebhook({ ...webhook, name: name ?? hostOf(webhook.url) }, key),
  showResult: ({ name, secret }) => (
    <>
      Changes are sent to {name}. <ShownOnce secret={secret} />
    </>
  ),
})

/** What can be done with a webhook that is there. */
export const stepsOf = (webhook: Webhook): readonly Step[] => {
  const { rec, url, name, payloadMode, active } = webhook
  return [
    formStep('Changes that happened before are not sent again.', {
      verb: 'Change',
      of: rec,
      fields: changed,
      initial: { url, name, payloadMode, events: chosenText(webhook.events), active: String(active) },
      send: (changes: Changed, key) => changeWebhook({ rec, ...changes }, key),
      showResult: ({ status }) => (status === 'unchanged' ? 'Nothing was changed.' : `${name} is changed.`),
    }),
    formStep('For 24 hours what is sent is signed with the old secret too.', {
      verb: 'New secret',
      of: rec,
      fields: nothing,
      send: (_, key) => rotateSecret({ rec }, key),
      showResult: ({ secret, previousValidUntil }) => (
        <>
          <ShownOnce secret={secret} /> The old one signs until <Moment at={previousValidUntil} />.
        </>
      ),
    }),
    formStep('Sends changes of a range again, beside new ones. Say where it begins: a change or a time.', {
      verb: 'Replay',
      of: rec,
      fields: range,
      missingOf: ({ fromSequence, fromTime }) => ((fromSequence ?? fromTime) ? undefined : 'a first change or a time'),
      send: (typed, key) => startReplay({ rec, ...typed }, key),
      showResult: ({ fromSequence, toSequence }) =>
        `Changes ${fromSequence} to ${toSequence} are sent again. Its progress stands below.`,
    }),
    formStep('Its waiting deliveries and its log are deleted too.', {
      verb: 'Delete',
      of: rec,
      fields: nothing,
      send: (_, key) => deleteWebhook({ rec }, key),
      showResult: () => `${name} is deleted.`,
    }),
  ]
}

const sequence = (label: string) => ({ ...lot(label), name: 'the number of a change' })
const range: Fields<Schemas['ReplayWebhookRequest']> = {
  fromSequence: sequence('First change'),
  toSequence: sequence('Last change (the latest if blank)'),
  fromTime: moment('Or from (UTC)'),
  toTime: moment('Or to (UTC)'),
  types: events('Only these events'),
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.slice(0, 64) : url.slice(0, 64))
