import { serialize } from 'bson'

const HIGHEST_WIRE_VERSION = 21
const VERSION = '7.0.0'

let connections = 0

/** The answers that need no database: what drivers ask when they connect and in between. */
export const FIXED_REPLIES: Record<string, () => Record<string, unknown>> = {
  hello,
  ismaster: hello,
  isMaster: hello,
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
  serverStatus: () => ({ version: VERSION, process: 'mongos', uptime: process.uptime() }),
  hostInfo: () => ({ system: {}, os: {}, extra: {} }),
}

// As a router of a cluster: a member of a replica set would have to name the others.
function hello(): Record<string, unknown> {
  return {
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    msg: 'isdbgrid',
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: ++connections,
    minWireVersion: 0,
    maxWireVersion: HIGHEST_WIRE_VERSION,
    readOnly: false,
  }
}

function buildInfo(): Record<string, unknown> {
  const versionArray = [...VERSION.split('.').map(Number), 0]
  return { version: VERSION, versionArray, bits: 64, debug: false, maxBsonObjectSize: 16 * 1024 * 1024, modules: [] }
}

/** The fixed answer as BSON. */
export function fixedReply(name: string): Uint8Array | undefined {
  const make = Object.hasOwn(FIXED_REPLIES, name) ? FIXED_REPLIES[name] : undefined
  return make && serialize({ ...make(), ok: 1 })
}
