import { once } from 'node:events'
import { type Channel, type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import type { Logger } from '../runtime/log.ts'

const HEARTBEAT_SECONDS = 5
const CONNECT_TIMEOUT_MS = 2_000

/** Opens channels on the connection that stands now. */
export interface ChannelOpener {
  channel(): Promise<Channel>
  confirmChannel(): Promise<ConfirmChannel>
}

/** Whenever the connection is (re)made, `setup` opens its channels anew; `onLost` is told when they are gone. */
export interface AmqpLinkOptions {
  readonly url: string
  /** Shown in RabbitMQ's list of connections. */
  readonly name: string
  readonly log: Logger
  readonly setup: (open: ChannelOpener) => Promise<void>
  readonly onLost: () => void
}

/** A connection to RabbitMQ that heals. */
export interface AmqpLink {
  readonly isUp: boolean
  /** Resolves when the channels stand; rejects when the signal aborts. */
  connected(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** Connects to RabbitMQ and stays connected; resolves at the first success. */
export async function createAmqpLink({ url, name, log, setup, onLost }: AmqpLinkOptions): Promise<AmqpLink> {
  const address = new URL(url)
  address.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  let isUp = false

  const link = await connect(address.href, {
    noDelay: true,
    timeout: CONNECT_TIMEOUT_MS,
    clientProperties: { connection_name: name },
    recovery: {
      initialDelay: 50,
      maxDelay: 500,
      waitForConnect: false,
      setup: async (model: ChannelModel) => {
        // Without a listener an error during setup would end the process.
        model.on('error', (error) => log.warn({ err: error, link: name }, 'RabbitMQ connection failed'))
        await setup(createOpener(model, log))
      },
    },
  })
  link.on('error', (error) => log.debug({ err: error, link: name }, 'RabbitMQ connection error'))
  link.on('connect-failed', (error) => log.warn({ err: error, link: name }, 'RabbitMQ cannot be reached'))
  link.on('connect', () => {
    isUp = true
    log.info({ link: name }, 'RabbitMQ connected')
  })
  link.on('disconnect', () => {
    isUp = false
    onLost()
  })
  await link.waitForConnect()

  return {
    get isUp() {
      return isUp
    },
    async connected(signal) {
      if (!isUp) await once(link, 'connect', { signal })
    },
    async close() {
      await link.close()
      onLost()
    },
  }
}

/** A channel that dies alone would never come back; so it takes its connection along, and everything is made anew. */
function createOpener(model: ChannelModel, log: Logger): ChannelOpener {
  const watched = <C extends Channel>(channel: C): C => {
    channel.on('error', (error) => log.warn({ err: error }, 'RabbitMQ channel failed'))
    channel.on('close', () => {
      model.close().catch((error: unknown) => log.debug({ err: error }, 'RabbitMQ connection was closed already'))
    })
    return channel
  }
  return {
    channel: async () => watched(await model.createChannel()),
    confirmChannel: async () => watched(await model.createConfirmChannel()),
  }
}
