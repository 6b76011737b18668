import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import { z } from 'zod'
import { AppError, type ErrorBody } from '../../shared/contract/core/errors.ts'
import type { ExportFormat } from '../../shared/contract/core/export-formats.ts'
import type { Operation } from '../../shared/contract/core/operation.ts'
import { EXPORT_PART_MS, type RecordId } from '../../shared/contract/core/paging.ts'
import { createCallerSeal } from '../../shared/identity/confidential.ts'
import { createInternalTokens } from '../../shared/identity/internal-token.ts'
import { createAmqpBroker } from '../../shared/messaging/amqp/amqp-broker.ts'
import { closeConnection } from '../../shared/messaging/amqp/amqp-link.ts'
import type { RpcReply } from '../../shared/messaging/broker.ts'
import {
  type Call,
  type CallPage,
  createCall,
  createCallBytes,
  createCallPage,
} from '../../shared/messaging/rpc/call.ts'
import { commonVariables, operatorVariables, readEnv } from '../../shared/process/env.ts'
import { createLog } from '../../shared/process/log.ts'
import { CtlError } from '../output/failure.ts'

const CONNECT_TIMEOUT_MS = 3_000

/** `system.json` in DATA_DIR, with the addresses of the running system; the files of keys may be relative to it. */
export const SystemFile = z.object({
  system: commonVariables.SYSTEM_NAME,
  rabbitmqUrl: commonVariables.RABBITMQ_URL,
  operatorKeyFile: operatorVariables.OPERATOR_KEY_FILE,
  publicKeysFile: z.string().min(1),
})
export type SystemFile = z.output<typeof SystemFile>

/** Calls to a running system as the operator. */
export interface Connection extends AsyncDisposable {
  readonly call: Call
  readonly callPage: CallPage
  /** Reads the records of a list that follow the one with the id, as text; from the beginning with null. */
  readChunk(
    operation: Operation,
    input: Readonly<Record<string, unknown>>,
    format: ExportFormat,
    after: RecordId | null,
  ): Promise<RpcReply>
  /** Whether the last reply for this operation id was a recorded one; true once per reply. */
  wasReplayed(operationId: string): boolean
  /** Queues of the system, by their names in it. */
  findQueues(names: readonly string[]): Promise<QueueState[]>
  /** Works on a channel of its own. Closing it puts back what was taken and not acknowledged. `queue` is the full name. */
  onQueue<T>(name: string, work: (opened: OpenQueue, queue: string) => Promise<T>): Promise<T>
}

/** A channel and the account of its connection, which RabbitMQ lets a message name as its sender. */
export interface OpenQueue {
  readonly channel: ConfirmChannel
  readonly user: string
}

/** A queue: processes that take from it, and messages in it that none has taken. */
export interface QueueState {
  readonly processes: number
  readonly messages: number
}

/**
 * Connects to the system that the environment (RABBITMQ_URL and OPERATOR_KEY_FILE) or DATA_DIR names; throws a CtlError if
 * it is not running.
 */
export async function openConnection(env: NodeJS.ProcessEnv): Promise<Connection> {
  const { system, rabbitmqUrl, key, publicKeys } = findSystem(env)
  await checkReachable(rabbitmqUrl)
  const log = createLog('ctl', 'silent')
  const broker = await createAmqpBroker({ url: rabbitmqUrl, system, name: 'ctl', log })
  const callBytes = createCallBytes(broker, { seal: createCallerSeal(publicKeys) })
  const replayed = new Set<string>()
  const { sign: identify } = createInternalTokens('operator', { key, publicKeys })
  const call = createCall(async (operation, input, context) => {
    const reply = await callBytes(operation, input, context)
    if (reply.replayed) replayed.add(context.operationId)
    return reply
  }, identify)
  return {
    call,
    callPage: createCallPage(callBytes, identify),
    async readChunk(operation, input, { type: exportFormat }, exportAfter) {
      const ids = { requestId: randomUUID(), operationId: randomUUID(), attempt: randomUUID() }
      const deadline = Date.now() + EXPORT_PART_MS
      const context = {
        ...ids,
        deadline,
        hasClientKey: false,
        token: identify(operation.service),
        exportAfter,
        exportFormat,
      }
      const reply = await callBytes(operation, input, context)
      // serve() has checked errors against the catalogue.
      if (reply.error) throw AppError.fromBody(JSON.parse(reply.body.toString()) as ErrorBody, reply.reason)
      return reply
    },
    wasReplayed: (operationId) => replayed.delete(operationId),
    findQueues: (names) =>
      findQueues(
        rabbitmqUrl,
        names.map((name) => `${system}.${name}`),
      ),
    onQueue: (name, work) =>
      withConnection(rabbitmqUrl, async (model) => {
        const channel = await model.createConfirmChannel()
        channel.on('error', () => undefined)
        const result = await work({ channel, user: accountIn(rabbitmqUrl) }, `${system}.${name}`)
        // The end of the connection may overtake what the channel has yet to send, such as an acknowledgement.
        await channel.close()
        return result
      }),
    [Symbol.asyncDispose]: () => broker[Symbol.asyncDispose](),
  }
}

/** RABBITMQ_URL alone is an address that `npm start` was given: the folder has the rest, and says where the system runs. */
function findSystem(env: NodeJS.ProcessEnv) {
  const dataDir = resolve(env.DATA_DIR || '.data')
  const file = join(dataDir, 'system.json')
  const namesServer = Boolean(env.RABBITMQ_URL || env.RABBITMQ_URL_FILE)
  if (namesServer && (env.OPERATOR_KEY_FILE || !existsSync(file))) {
    const variables = readVariables(env)
    return {
      system: variables.SYSTEM_NAME,
      rabbitmqUrl: variables.RABBITMQ_URL,
      key: readKey(variables.OPERATOR_KEY_FILE),
      publicKeys: variables.PUBLIC_KEYS,
    }
  }
  if (!existsSync(file)) {
    throw new CtlError(
      `No running system was found: there is no ${file}. Start one with npm start, or name it by DATA_DIR or RABBITMQ_URL.`,
    )
  }
  const found = SystemFile.safeParse(readJson(file))
  if (!found.success) throw new CtlError(`${file} does not say where the system is. Start it anew with npm start.`)
  const { system, rabbitmqUrl, operatorKeyFile, publicKeysFile } = found.data
  const key = readKey(resolve(dataDir, operatorKeyFile))
  const { PUBLIC_KEYS: publicKeys } = readVariables({
    RABBITMQ_URL: rabbitmqUrl,
    OPERATOR_KEY_FILE: operatorKeyFile,
    PUBLIC_KEYS_FILE: resolve(dataDir, publicKeysFile),
  })
  return { system, rabbitmqUrl, key, publicKeys }
}

function readVariables(env: NodeJS.ProcessEnv) {
  try {
    return readEnv({ ...commonVariables, ...operatorVariables }, env)
  } catch (error) {
    throw new CtlError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function readKey(file: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(file))
  } catch (error) {
    throw new CtlError(`The operator's key cannot be read from ${file}.`, { cause: error })
  }
}

/** A queue that does not exist has nothing in it. Asking for one closes the channel. */
function findQueues(url: string, names: readonly string[]): Promise<QueueState[]> {
  const find = async (model: ChannelModel, name: string) => {
    const channel = await model.createChannel()
    channel.on('error', () => undefined)
    try {
      const { consumerCount, messageCount } = await channel.checkQueue(name)
      return { processes: consumerCount, messages: messageCount }
    } catch (error) {
      if (Object(error).code === NOT_FOUND) return { processes: 0, messages: 0 }
      throw error
    }
  }
  return withConnection(url, (model) => Promise.all(names.map((name) => find(model, name))))
}

async function withConnection<T>(url: string, work: (model: ChannelModel) => Promise<T>): Promise<T> {
  const model = await connect(url, { timeout: CONNECT_TIMEOUT_MS })
  // What waits for a reply fails with the connection.
  model.on('error', () => undefined)
  try {
    return await work(model)
  } finally {
    await closeConnection(model)
  }
}

const accountIn = (url: string) => decodeURIComponent(new URL(url).username) || 'guest'
const NOT_FOUND = 404

/** The broker waits for RabbitMQ without a limit, as services must; a command fails at once. */
async function checkReachable(url: string): Promise<void> {
  try {
    await withConnection(url, async () => undefined)
  } catch (error) {
    throw new CtlError(`Nothing answers at ${new URL(url).host}: the system is not running.`, { cause: error })
  }
}
