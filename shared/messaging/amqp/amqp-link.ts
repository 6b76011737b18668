import { setTimeout as delay } from 'node:timers/promises'
import { type Channel, type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import type { Logger } from '../../process/log.ts'

const HEARTBEAT_SECONDS = 5
const CONNECT_TIMEOUT_MS = 2_000
/** A RabbitMQ that has stopped does not say goodbye; its connection is left behind after this time. */
const CLOSE_TIMEOUT_MS = 2_000

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
  /** Resolves when the channels stand. */
  connected(): Promise<void>
  close(): Promise<void>
}

/** Connects to RabbitMQ and stays connected; resolves at the first success. */
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
        // Without a listener an error during setup would end the process.
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
          // A channel that dies alone would never come back; so it takes its connection along, and everything is made anew.
          channel.on('close', () => {
            isBroken = true
            if (!isClosing) lose()
            if (!isClosing) model.close().catch(() => undefined)
          })
        }
        await setup(createOpener(model, watch))
        // amqplib begins to watch the connection after setup only: what broke until then it would take for sound.
        if (isBroken) throw new Error('The connection broke while its channels were opened')
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

  return {
    get isUp() {
      return isUp
    },
    connected: () => up.opened,
    async close() {
      isClosing = true
      await Promise.race([closeAll(channels, link), delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      lose()
    },
  }
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
  }
}

/** Channels first: in amqplib the end of a connection overtakes the last answers and acknowledgements on its channels. */
async function closeAll(channels: readonly Channel[], link: { close(): Promise<void> }): Promise<void> {
  // One that is closed already says so by an error.
  await Promise.allSettled(channels.map((channel) => channel.close()))
  await link.close()
}
