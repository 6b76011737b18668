import { join } from 'node:path'
import { installServerRoot } from '../install/server-root.ts'
import { runCommand } from '../processes/run-command.ts'
import { SupervisedProcess } from '../processes/supervised-process.ts'
import { moveEarlierMessages } from './earlier-rabbitmq.ts'
import { inRoot, insideOf, type LocalServer, type ServerOptions } from './local-server.ts'
import { repairNode } from './node-repair.ts'
import { NODE_NAME, prepareNode, RABBITMQ_SERVER } from './rabbitmq-node.ts'

/**
 * A private RabbitMQ node, with the plugin that partitions calls (docs/adr/0007-partitioned-calls.md). It has its own epmd,
 * because Erlang would otherwise start one that all nodes share and that stays behind.
 */
export async function createRabbitmq({ dataDir, report }: ServerOptions): Promise<LocalServer> {
  const root = await installServerRoot(report)
  const home = join(dataDir, 'rabbitmq')
  const {
    url,
    environment: env,
    probe,
    probeEpmd,
  } = await prepareNode({ home, inside: insideOf('rabbitmq'), data: DATA })
  const program = { root, folder: home, server: 'rabbitmq', env } as const
  await repairNode({
    folder: join(home, DATA, NODE_NAME),
    erl: (script, folder) => {
      const on = { SCRIPT: script, ON: join(insideOf('rabbitmq'), DATA, NODE_NAME, folder) }
      const { command, args, env: variables } = inRoot({ ...program, script: RUN_ERLANG, env: { ...env, ...on } })
      return runCommand(command, args, { ...(variables && { env: variables }) })
    },
  })
  const epmd = new SupervisedProcess({
    name: 'epmd',
    ...inRoot({ ...program, script: START_EPMD }),
    logFile: join(dataDir, 'logs', 'epmd.log'),
    probe: probeEpmd,
    graceMs: 2_000,
    report,
  })
  const rabbitmq = new SupervisedProcess({
    name: 'rabbitmq',
    ...inRoot({ ...program, script: START_NODE }),
    logFile: join(dataDir, 'logs', 'rabbitmq.log'),
    probe,
    graceMs: 10_000,
    report,
  })
  return { url, processes: [epmd, rabbitmq], complete: () => moveEarlierMessages({ dataDir, report }, url) }
}

const DATA = 'data'

const RUN_ERLANG = `
exec chroot "$ROOT" erl -noshell -eval "$SCRIPT" -extra "$ON"
`

const START_EPMD = `
exec chroot "$ROOT" epmd -port "$ERL_EPMD_PORT" -address "$ERL_EPMD_ADDRESS"
`

// A node that crashes leaves a dump where it runs.
const START_NODE = `
exec chroot "$ROOT" sh -c 'cd "$HOME" && exec ${RABBITMQ_SERVER}'
`
