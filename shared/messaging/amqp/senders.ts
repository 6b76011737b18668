import { publisherOf } from '../../contract/events.ts'
import { accountOf } from './accounts.ts'

const DEFAULT_USER = 'guest'

/** The senders of messages. RabbitMQ refuses a `user-id` that is not the account of the connection. */
export interface Senders {
  /** The account of this process. */
  readonly own: string
  /** Whether events of the subject may come from the sender. Where processes share an account, it says nothing. */
  mayPublish(sender: string | undefined, subject: string): boolean
  /** Whether answers of the service may come from the sender. */
  mayAnswer(sender: string | undefined, service: string): boolean
}

export interface SendersOptions {
  readonly url: string
  readonly system: string
  readonly name: string
}

export function createSenders({ url, system, name }: SendersOptions): Senders {
  const own = decodeURIComponent(new URL(url).username) || DEFAULT_USER
  // The operator repeats events that could not be handled.
  const operator = accountOf(system, 'ctl')
  const haveAccounts = own === accountOf(system, name)
  const mayComeFrom = (sender: string | undefined, process: string) =>
    !haveAccounts || sender === accountOf(system, process)
  return {
    own,
    mayPublish: (sender, subject) => sender === operator || mayComeFrom(sender, publisherOf(subject)),
    mayAnswer: mayComeFrom,
  }
}
