import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eventPolicy } from '../../shared/messaging/amqp/accounts.ts'
import { readWritten, writeDurably } from '../durable-files.ts'
import { exchange, findFreePort } from './ports.ts'

/** It replaces itself by the server; the one on the PATH changes to another user. */
export const RABBITMQ_SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server'
export const NODE_NAME = 'rabbit@localhost'
const AMQP_HEADER = Buffer.from('AMQP\0\0\x09\x01', 'latin1')
const METHOD_FRAME = 1
const EPMD_NAMES_REQUEST = Buffer.from([0, 1, 110])

interface NodeFolder {
  /** The folder of the node's files, on this machine. */
  readonly home: string
  /** The same folder as the node sees it. */
  readonly inside: string
  /** The name of the folder in it that has the node's data. */
  readonly data: string
}

/** Writes the files of a node of RabbitMQ, which is then ready to be started, with ports of its own on 127.0.0.1. */
export async function prepareNode({ home, inside, data }: NodeFolder) {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const [port, distributionPort, epmdPort] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const write = (name: string, text: string) => writeDurably(join(home, name), text)
  write('definitions.json', JSON.stringify(DEFINITIONS))
  write('rabbitmq.conf', configText(port, join(inside, 'definitions.json')))
  write('enabled_plugins', '[rabbitmq_consistent_hash_exchange].\n')
  const cookie = join(home, '.erlang.cookie')
  if (readWritten(cookie) === undefined) writeDurably(cookie, randomBytes(32).toString('hex'), 0o400)
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    epmdPort,
    environment: environment(inside, data, distributionPort, epmdPort),
    /** Resolves when the node answers. */
    async probe() {
      const response = await exchange(port, AMQP_HEADER)
      if (response[0] !== METHOD_FRAME) throw new Error('no AMQP server')
    },
    probeEpmd: () => exchange(epmdPort, EPMD_NAMES_REQUEST),
  }
}

/**
 * What a node has by default, which is not made where definitions are loaded, and the policy that events have in
 * production.
 */
const DEFINITIONS = {
  vhosts: [{ name: '/' }],
  users: [{ name: 'guest', password: 'guest', tags: 'administrator' }],
  permissions: [{ user: 'guest', vhost: '/', configure: '.*', write: '.*', read: '.*' }],
  policies: [eventPolicy('local', '.+')],
}

function configText(port: number, definitions: string): string {
  return [
    `listeners.tcp.local = 127.0.0.1:${port}`,
    'log.console = true',
    'log.console.level = warning',
    'log.file = false',
    'disk_free_limit.absolute = 50MB',
    `load_definitions = ${definitions}`,
    '',
  ].join('\n')
}

function environment(home: string, data: string, distributionPort: number, epmdPort: number): NodeJS.ProcessEnv {
  const distribution = [
    `-sname ${NODE_NAME} -start_epmd false`,
    '-kernel inet_dist_use_interface {127,0,0,1}',
    `-kernel inet_dist_listen_min ${distributionPort} inet_dist_listen_max ${distributionPort}`,
    '+B i',
  ]
  return {
    LANG: 'C.UTF-8',
    HOME: home,
    // The start script then replaces itself by the server instead of staying its parent.
    RUNNING_UNDER_SYSTEMD: 'true',
    ERL_EPMD_PORT: String(epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_CONF_ENV_FILE: '/dev/null',
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_NODENAME: NODE_NAME,
    RABBITMQ_DIST_PORT: String(distributionPort),
    RABBITMQ_MNESIA_BASE: join(home, data),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_PID_FILE: join(home, 'pid'),
    RABBITMQ_SERVER_START_ARGS: distribution.join(' '),
  }
}
