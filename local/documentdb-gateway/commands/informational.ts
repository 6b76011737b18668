import { type Document, deserialize } from 'bson'
import type { ClusterClock } from '../replica-set/cluster-clock.ts'
import { hello, VERSION } from '../replica-set/hello.ts'
import { elementOf, embeddedValue } from '../wire/bson-scan.ts'
import type { Client } from '../wire/client.ts'
import type { Command } from '../wire/command.ts'

type Respond = (command: Command, client: Client, clock: ClusterClock) => Document

const greet: Respond = ({ body }, client, clock) => {
  client.appName ??= appNameIn(body)
  return hello(client.address, clock)
}

const buildInfo: Respond = () => {
  const versionArray = [...VERSION.split('.').map(Number), 0]
  return { version: VERSION, versionArray, bits: 64, debug: false, maxBsonObjectSize: 16 * 1024 * 1024, modules: [] }
}

const COMMANDS: Record<string, Respond> = {
  hello: greet,
  ismaster: greet,
  isMaster: greet,
  ping: () => ({}),
  buildInfo,
  buildinfo: buildInfo,
  getParameter: () => ({ featureCompatibilityVersion: { version: VERSION.slice(0, 3) } }),
  getCmdLineOpts: () => ({ argv: [], parsed: {} }),
  getLog: () => ({ totalLinesWritten: 0, log: [] }),
  connectionStatus: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }),
  whatsmyuri: () => ({ you: '127.0.0.1' }),
  refreshSessions: () => ({}),
  startSession: () => ({ timeoutMinutes: 30 }),
  serverStatus: () => ({ version: VERSION, process: 'mongod', uptime: process.uptime() }),
  hostInfo: () => ({ system: {}, os: {}, extra: {} }),
}

/** The reply to a command that needs no database, such as hello or ping; undefined for other commands. */
export function informationalReply(command: Command, client: Client, clock: ClusterClock): Document | undefined {
  const respond = Object.hasOwn(COMMANDS, command.name) ? COMMANDS[command.name] : undefined
  return respond && { ...respond(command, client, clock), ok: 1 }
}

// The name that the first hello of a connection gives in client.application.name.
function appNameIn(body: Buffer): string | undefined {
  const element = elementOf(body, 'client')
  const client = element && embeddedValue(body, element)
  const name: unknown = client && deserialize(client).application?.name
  return typeof name === 'string' ? name : undefined
}
