import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eventPolicy } from '../../shared/messaging/amqp/accounts.ts'
import { readWritten, writeDurably } from '../durable-files.ts'
import { SupervisedProcess } from '../processes/supervised-process.ts'
import { findFreePort } from './free-port.ts'
import type { LocalServer, ServerOptions } from './local-server.ts'
import { exchange } from './probe.ts'
import { restoreQueueNames } from './queue-names.ts'

const NODE_NAME = 'rabbit@localhost'
const START_SCRIPT = '/usr/lib/rabbitmq/bin/rabbitmq-server'
const AMQP_HEADER = Buffer.from('AMQP\0\0\x09\x01', 'latin1')
const METHOD_FRAME = 1
const MESSAGE_STORE_CONFIG = /^msg_stores\/vhosts\/[^/]+\/\.config$/
/** RabbitMQ writes this file once, without flushing it. The value is its default, which is that of our nodes. */
const MESSAGE_STORE_SETTINGS = '{segment_entry_count, 2048}.\n'
/**
 * Erlang, without blanks, as the start script splits it there: every quorum queue elects a leader, unless it has one. Before
 * version 4.3 one that a power cut has left without its first entry would not.
 */
const ELECT_LEADERS =
  'spawn(fun()->rabbit:await_startup(),[catch(ra:trigger_election(amqqueue:get_pid(Q)))||' +
  'Q<-rabbit_amqqueue:list_by_type(rabbit_quorum_queue)]end).'
/** What Erlang writes into the header of a table (dets), after its first four bytes. */
const TABLE_MARK = Buffer.from([0x00, 0xab, 0xcd, 0xef])
const EPMD_NAMES_REQUEST = Buffer.from([0, 1, 110])

/** The Debian package of RabbitMQ. */
export const RABBITMQ_PACKAGE = { name: 'rabbitmq-server', program: 'rabbitmq-server' }

/**
 * A private RabbitMQ node, with the plugin that partitions calls (docs/adr/0007-partitioned-calls.md). It has its own epmd,
 * because Erlang would otherwise start one that all nodes share.
 */
export async function createRabbitmq({ dataDir, report }: ServerOptions): Promise<LocalServer> {
  const home = join(dataDir, 'rabbitmq')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  const port = await findFreePort()
  const distributionPort = await findFreePort()
  const epmdPort = await findFreePort()
  const config = join(home, 'rabbitmq.conf')
  const definitions = join(home, 'definitions.json')
  writeDurably(definitions, JSON.stringify(DEFINITIONS))
  writeDurably(config, configText(port, definitions))
  writeDurably(join(home, 'enabled_plugins'), '[rabbitmq_consistent_hash_exchange].\n')
  const cookie = join(home, '.erlang.cookie')
  if (readWritten(cookie) === undefined) writeDurably(cookie, randomBytes(32).toString('hex'), 0o400)
  mendNode(join(home, 'mnesia', NODE_NAME))
  const epmd = new SupervisedProcess({
    name: 'epmd',
    command: 'epmd',
    args: ['-port', String(epmdPort), '-address', '127.0.0.1'],
    env: { PATH: process.env.PATH },
    logFile: join(dataDir, 'logs', 'epmd.log'),
    probe: () => exchange(epmdPort, EPMD_NAMES_REQUEST),
    graceMs: 2_000,
    report,
  })
  const rabbitmq = new SupervisedProcess({
    name: 'rabbitmq',
    command: START_SCRIPT,
    args: [],
    env: environment(home, distributionPort, epmdPort),
    // A node that crashes leaves a dump where it runs.
    cwd: home,
    logFile: join(dataDir, 'logs', 'rabbitmq.log'),
    probe: async () => {
      const answer = await exchange(port, AMQP_HEADER)
      if (answer[0] !== METHOD_FRAME) throw new Error('no AMQP server')
    },
    graceMs: 10_000,
    report,
  })
  return { url: `amqp://guest:guest@127.0.0.1:${port}`, processes: [epmd, rabbitmq] }
}

/** RabbitMQ does not start when a power cut has left one of these files empty or zeros; it makes a table that is missing. */
function mendNode(node: string): void {
  if (!existsSync(node)) return
  for (const path of readdirSync(node, { recursive: true, encoding: 'utf8' })) {
    const file = join(node, path)
    if (path.endsWith('.dets') && !readFileSync(file).subarray(4, 8).equals(TABLE_MARK)) rmSync(file)
    if (MESSAGE_STORE_CONFIG.test(path) && statSync(file).size === 0) writeDurably(file, MESSAGE_STORE_SETTINGS)
  }
  restoreQueueNames(node)
}

/**
 * What a node has by default, which is not made where definitions are loaded, and the policy that events have in
 * production: Debian 12 has RabbitMQ 3, which needs none, later ones have 4.
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
    // The default of RabbitMQ 4: 3 takes 128 MiB.
    'max_message_size = 16777216',
    `load_definitions = ${definitions}`,
    '',
  ].join('\n')
}

function environment(home: string, distributionPort: number, epmdPort: number): NodeJS.ProcessEnv {
  const distribution = [
    `-sname ${NODE_NAME} -start_epmd false`,
    '-kernel inet_dist_use_interface {127,0,0,1}',
    `-kernel inet_dist_listen_min ${distributionPort} inet_dist_listen_max ${distributionPort}`,
    '+B i',
    `-eval ${ELECT_LEADERS}`,
  ]
  return {
    PATH: process.env.PATH,
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
    RABBITMQ_MNESIA_BASE: join(home, 'mnesia'),
    RABBITMQ_LOG_BASE: join(home, 'log'),
    RABBITMQ_PID_FILE: join(home, 'pid'),
    RABBITMQ_SERVER_START_ARGS: distribution.join(' '),
  }
}
