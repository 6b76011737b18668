import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Channel, type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import { joinWrites } from '../../process/join-writes.ts'
import type { Logger } from '../../process/log.ts'

const HEARTBEAT_SECONDS = 5
const CONNECT_TIMEOUT_MS = 2_000
/** A frozen RabbitMQ does not close connections: closing is abandoned after this time. */
const CLOSE_TIMEOUT_MS = 2_000

/** Opens channels on the present connection. */
export interface ChannelOpener {
  channel(): Promise<Channel>
  confirmChannel(): Promise<ConfirmChannel>
  /** Ends the connection without waiting for RabbitMQ. */
  fail(cause: Error): void
}

/** `setup` opens the channels after every (re)connection; `onLost` is called when they are lost. */
export interface AmqpLinkOptions {
  readonly url: string
  /** Shown in RabbitMQ's list of connections. */
  readonly name: string
  readonly log: Logger
  readonly setup: (open: ChannelOpener) => Promise<void>
  readonly onLost: () => void
}

/** A connection to RabbitMQ that reconnects by itself. */
export interface AmqpLink {
  readonly isUp: boolean
  /** Resolves when the channels are open. */
  connected(): Promise<void>
  close(): Promise<void>
}

/** Connects to RabbitMQ, and again after every loss; resolves when it is connected for the first time. */
export async function createAmqpLink({ url, name, log, setup, onLost }: AmqpLinkOptions): Promise<AmqpLink> {
  const address = new URL(url)
  address.searchParams.set('heartbeat', String(HEARTBEAT_SECONDS))
  let isUp = false
  let isClosing = false
  let up = createGate()
  let channels: Channel[] = []

  const lose = () => {
    if (isUp) up = createGate()
    isUp = false
    onLost()
  }

  const link = await connect(address.href, {
    noDelay: true,
    timeout: CONNECT_TIMEOUT_MS,
    clientProperties: { connection_name: name },
    recovery: {
      initialDelay: 50,
      maxDelay: 500,
      waitForConnect: false,
      setup: async (model: ChannelModel) => {
        // amqplib writes each frame to the socket by itself.
        joinWrites(socketOf(model), process.nextTick)
        // Without a listener an error would end the process.
        model.on('error', (error) => log.warn({ err: error, link: name }, 'RabbitMQ connection failed'))
        let isBroken = false
        model.on('close', () => {
          isBroken = true
          lose()
        })
        channels = []
        const watch = (channel: Channel) => {
          channels.push(channel)
          channel.on('error', (error) => log.warn({ err: error, link: name }, 'RabbitMQ channel failed'))
          // amqplib does not restore a single channel, so its loss closes the connection, and everything is opened again.
          channel.on('close', () => {
            isBroken = true
            if (!isClosing) lose()
            if (!isClosing) model.close().catch(() => undefined)
          })
        }
        try {
          if (isClosing) throw new Error('The link is closed')
          await setup(createOpener(model, watch))
          // amqplib watches the connection only after setup, and would not notice a loss before that.
          if (isBroken) throw new Error('The connection broke while its channels were opened')
        } catch (error) {
          await closeConnection(model)
          throw error
        }
      },
    },
  })
  link.on('error', (error) => log.debug({ err: error, link: name }, 'RabbitMQ connection error'))
  link.on('connect-failed', (error) => log.warn({ err: error, link: name }, 'RabbitMQ cannot be reached'))
  link.on('connect', () => {
    isUp = true
    up.open()
    log.info({ link: name }, 'RabbitMQ connected')
  })
  await link.waitForConnect()

  const close = async () => {
    isClosing = true
    // amqplib listens to no errors of a connection that opens after its link was closed: an attempt to connect ends first.
    const closing = (isUp ? Promise.resolve() : attemptEnded(link)).then(() => closeAll(channels, link))
    await Promise.race([closing, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
    lose()
  }
  let closed: Promise<void> | undefined

  return {
    get isUp() {
      return isUp
    },
    connected: () => up.opened,
    close: () => (closed ??= close()),
  }
}

/** amqplib does not declare it. */
function socketOf({ connection }: ChannelModel): Socket {
  return (connection as typeof connection & { readonly stream: Socket }).stream
}

/** A promise that its owner resolves. */
function createGate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

function createOpener(model: ChannelModel, watch: (channel: Channel) => void): ChannelOpener {
  const watched = async <C extends Channel>(opening: Promise<C>): Promise<C> => {
    const channel = await opening
    watch(channel)
    return channel
  }
  return {
    channel: () => watched(model.createChannel()),
    confirmChannel: () => watched(model.createConfirmChannel()),
    fail: (cause) => void socketOf(model).destroy(cause),
  }
}

/** Resolves when the present or next attempt to connect has succeeded or failed. */
function attemptEnded(link: EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    link.once('connect', resolve).once('connect-failed', resolve)
  })
}

/** Closes the channels first: in amqplib, closing a connection overtakes the last messages on its channels. */
async function closeAll(channels: readonly Channel[], link: { close(): Promise<void> }): Promise<void> {
  // amqplib throws for a channel that is closed already.
  await Promise.allSettled(channels.map((channel) => channel.close()))
  await link.close()
}

/**
 * Closes a connection, and resolves when it is closed or broken. amqplib itself waits for RabbitMQ's reply even if the
 * connection breaks before that, and without a listener that error would end the process.
 */
export function closeConnection(model: ChannelModel): Promise<void> {
  model.on('error', () => undefined)
  return new Promise((resolve) => {
    model.once('close', () => resolve())
    // It rejects for a connection that is closed or closing.
    model.close().catch(() => resolve())
  })
}
