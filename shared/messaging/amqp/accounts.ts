import { eventQueues, isDeadLetterQueue, publisherOf } from '../../contract/events.ts'
import { contract } from '../../contract/index.ts'

/** Patterns of names that an account may declare, write to and read from (https://www.rabbitmq.com/docs/access-control). */
export interface Account {
  readonly user: string
  readonly configure: string
  readonly write: string
  readonly read: string
}

/** Processes that publish events, and those that send calls of a partition. */
const PUBLISHERS: readonly string[] = ['catalog', 'inventory']
const CALLERS_OF_PARTITIONS: readonly string[] = ['gateway', 'ctl']

/** The account of a process; `ctl` is the operator's command. */
export const accountOf = (system: string, process: string) => `${system}-${process}`

/** What each process may do with its own queues. All may send to a queue by its name, as calls and replies do. */
export function createAccounts(system: string): Account[] {
  const accounts = ['gateway', ...Object.keys(contract), 'ctl'].map((process) => {
    const name = (pattern: string) => `${system}\\.${pattern}`
    const named = (queues: readonly string[]) => queues.map((queue) => name(queue.replaceAll('.', '\\.')))
    const taken = named(Object.values(eventQueues).filter((queue) => queue.startsWith(`${process}.`)))
    // The operator looks at dead letters and gives them back to the queue by its name.
    const looksAt = process === 'ctl' ? named(Object.values(eventQueues).filter(isDeadLetterQueue)) : []
    const events = name('events')
    const replies = name(`reply\\.${process}\\..+`)
    const ownQueues = [name(`rpc\\.${process}`), name(`rpc\\.${process}\\..+`)]
    const publishes = PUBLISHERS.includes(process) ? [events] : []
    const partitions = CALLERS_OF_PARTITIONS.includes(process) ? [name('rpc\\.[a-z]+\\.partitions')] : []
    return {
      user: accountOf(system, process),
      configure: only([replies, ...ownQueues, ...taken, ...partitions, ...(taken.length > 0 ? [events] : publishes)]),
      write: only(['amq\\.default', ...ownQueues, ...taken, ...partitions, ...publishes]),
      read: only([replies, ...ownQueues, ...taken, ...looksAt, ...(taken.length > 0 ? [events] : [])]),
    }
  })
  // Reads the length of queues for the scaler of Kubernetes, which needs no permission.
  return [...accounts, { user: accountOf(system, 'scaler'), configure: '^$', write: '^$', read: '^$' }]
}

/** The definitions that RabbitMQ loads at its start; none of the accounts is an administrator. */
export function createDefinitions(system: string, passwordOf: (user: string) => string) {
  const accounts = createAccounts(system)
  return {
    vhosts: [{ name: '/' }],
    users: accounts.map(({ user }) => ({ name: user, password: passwordOf(user), tags: '' })),
    permissions: accounts.map((account) => ({ ...account, vhost: '/' })),
    policies: [eventPolicy(system)],
  }
}

/**
 * RabbitMQ 4 drops a message of a quorum queue that was delivered more than 20 times, which so many losses of its
 * consumer during one outage reach. No limit at all can be an argument of a queue only, which a queue that exists does
 * not take: 3 has none by default, and both take a high one by a policy. What cannot be handled goes to the dead-letter
 * queue long before. `pattern` matches the names of the systems whose queues these are.
 */
export const eventPolicy = (system: string, pattern = system) => ({
  name: `${system}-events`,
  vhost: '/',
  pattern: only(Object.values(eventQueues).map((queue) => `${pattern}\\.${queue.replaceAll('.', '\\.')}`)),
  'apply-to': 'queues',
  priority: 0,
  definition: { 'delivery-limit': 1_000_000 },
})

const only = (patterns: readonly string[]) => `^(${patterns.join('|')})$`

const DEFAULT_USER = 'guest'

/** The senders of messages. RabbitMQ refuses a `user-id` that is not the account of the connection. */
export interface Senders {
  /** The account of this process. */
  readonly own: string
  /** Whether events of the subject may come from the sender. Where processes share an account, it says nothing. */
  mayPublish(sender: string | undefined, subject: string): boolean
  /** Whether replies of the service may come from the sender. */
  mayReply(sender: string | undefined, service: string): boolean
}

interface SendersOptions {
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
    mayReply: mayComeFrom,
  }
}
