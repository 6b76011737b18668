import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openConnection } from '../documentdb-gateway/postgres/connection.ts'
import { SET_UP } from '../documentdb-gateway/postgres/statements.ts'
import { installServerRoot } from '../install/server-root.ts'
import { compiled } from '../processes/program-paths.ts'
import { SupervisedProcess } from '../processes/supervised-process.ts'
import { inRoot, insideOf, type LocalServer, type ServerOptions } from './local-server.ts'
import { findFreePort } from './ports.ts'

/** PostgreSQL with DocumentDB, on a socket in the data folder, and our gateway, which listens on a port. */
export async function createDocumentdb(
  { dataDir, report }: ServerOptions,
  transactionLifetimeSeconds: number,
): Promise<LocalServer> {
  const root = await installServerRoot(report)
  const folder = join(dataDir, 'documentdb')
  mkdirSync(folder, { recursive: true })
  const socketFolder = join(folder, 'socket')
  const postgres: SupervisedProcess = new SupervisedProcess({
    name: 'postgres',
    ...inRoot({ root, folder, server: 'documentdb', script: START_SCRIPT }),
    logFile: join(dataDir, 'logs', 'postgres.log'),
    probe: async () => {
      const pid = readFileSync(join(folder, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]
      if (pid !== String(postgres.pid)) throw new Error('the socket is not yet that of this PostgreSQL')
      await prepareDocumentdb(socketFolder)
    },
    stopSignal: 'SIGINT',
    graceMs: 8_000,
    report,
  })
  const port = await findFreePort()
  const gateway = new SupervisedProcess({
    name: 'documentdb-gateway',
    command: process.execPath,
    args: [GATEWAY_PROGRAM],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      TRANSACTION_LIFETIME_SECONDS: String(transactionLifetimeSeconds),
    },
    cwd: socketFolder,
    logFile: join(dataDir, 'logs', 'documentdb-gateway.log'),
    graceMs: 5_000,
    report,
  })
  return { url: `mongodb://127.0.0.1:${port}/?directConnection=true`, processes: [postgres, gateway] }
}

export const GATEWAY_PROGRAM = compiled('local/documentdb-gateway/main.js')

const SOCKET_FOLDER_INSIDE = `${insideOf('documentdb')}/socket`

// All processes of PostgreSQL inherit the lock, so a restart waits until the last process of the former cluster has ended.
// Its pid file is then stale and is removed.
const START_SCRIPT = `
bin=/usr/lib/postgresql/18/bin
as_postgres="setpriv --reuid=postgres --regid=postgres --clear-groups --pdeathsig KILL"
exec 9>>"$FOLDER/lock"
flock 9
mkdir -p "$FOLDER/socket"
chroot "$ROOT" chown postgres:postgres /srv/documentdb /srv/documentdb/socket
rm -f "$FOLDER/cluster/postmaster.pid" "$FOLDER/socket/".s.*
if ! [ -e "$FOLDER/cluster" ]; then
  rm -rf "$FOLDER/cluster.new"
  chroot "$ROOT" $as_postgres $bin/initdb -D /srv/documentdb/cluster.new \\
    -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8
  mkdir "$FOLDER/cluster.new/pg_documentdb_cursor_files"
  chroot "$ROOT" chown postgres:postgres /srv/documentdb/cluster.new/pg_documentdb_cursor_files
  mv "$FOLDER/cluster.new" "$FOLDER/cluster"
fi
exec chroot "$ROOT" $as_postgres $bin/postgres -D /srv/documentdb/cluster ${settings(SOCKET_FOLDER_INSIDE)}
`

/** The command-line settings of PostgreSQL with its socket in a folder. */
export function settings(socketFolder: string): string {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    shared_preload_libraries:
      'pg_cron,pg_documentdb_core,pg_documentdb_extended_rum_core,pg_documentdb_extended_rum,pg_documentdb',
    'cron.database_name': 'postgres',
    'cron.host': socketFolder,
    'documentdb.localhost_connection_string': `host=${socketFolder}`,
    'documentdb.alternate_index_handler_name': 'extended_rum',
    'documentdb.throwDeadlockOnCRUD': 'on',
    'documentdb.useFileBasedPersistedCursors': 'on',
    shared_buffers: '256MB',
    // More than the gateway opens.
    max_connections: '330',
    // DocumentDB estimates its functions' costs too high: starting workers or compiling would take longer than the query.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    max_wal_size: '2GB',
    autovacuum_naptime: '5s',
    autovacuum_analyze_threshold: '200',
    autovacuum_analyze_scale_factor: '0.05',
    autovacuum_vacuum_scale_factor: '0.05',
    timezone: 'UTC',
  }
  return Object.entries(values)
    .map(([name, value]) => `-c '${name}=${value}'`)
    .join(' ')
}

/** Creates the extensions in a cluster that has just started; rejects while it does not answer. */
export async function prepareDocumentdb(socketFolder: string): Promise<void> {
  const database = await openConnection(socketFolder)
  try {
    await database.execute(SET_UP)
  } finally {
    database.close()
  }
}
