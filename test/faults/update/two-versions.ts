import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openConnection } from '../../../ctl/connection/connection.ts'
import { compiled } from '../../../local/processes/program-paths.ts'
import { runCommand } from '../../../local/processes/run-command.ts'
import type { SupervisedProcess } from '../../../local/processes/supervised-process.ts'
import { insideOf } from '../../../local/servers/local-server.ts'
import { findFreePort } from '../../../local/servers/ports.ts'
import { startServers } from '../../../local/servers/servers.ts'
import { createServiceProcess, type ServerUrls, type ServiceName } from '../../../local/services.ts'
import { ensureKeyFiles } from '../../../local/system-files.ts'
import { permissions } from '../../../shared/contract/core/access.ts'
import { accountOf, createDefinitions } from '../../../shared/messaging/amqp/accounts.ts'
import type { Call } from '../../../shared/messaging/rpc/call.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { rabbitmqctl } from '../../support/servers/rabbitmqctl.ts'
import { uniqueSystem } from '../../support/servers/system-name.ts'
import type { Component } from '../components/components.ts'
import type { LoadedWorld } from '../world.ts'

/** An earlier version that runs, and processes of today beside it, as deploy/update starts them. */
export interface TwoVersions extends LoadedWorld, AsyncDisposable {
  /** Migrates the database of a service to today's version, with further arguments of the migration. */
  migrate(service: ServiceName, ...further: readonly string[]): Promise<void>
  /** Starts a process of today beside that of the earlier version. */
  start(service: ServiceName): Promise<void>
  /** Ends the process of the earlier version; resolves with what is wrong with its end, if something is. */
  stopEarlier(service: ServiceName): Promise<string | undefined>
  /** Has the operator's calls made by today's version. */
  operateByToday(): Promise<void>
}

const laterPermissions: readonly number[] = [permissions.manageClients]
/** The permissions that the earlier version knows. */
export const earlierPermissions = Object.values(permissions).filter((id) => !laterPermissions.includes(id))

const ACCOUNTS_FILE = 'accounts.json'
const NO_NETWORK = {
  cut: async () => undefined,
  blackHole: () => undefined,
  lose: () => undefined,
  heal: () => undefined,
}

/** Starts the processes of a built checkout of an earlier version on servers of their own. */
export async function startEarlierVersion(folder: string, data: string | undefined): Promise<TwoVersions> {
  const owner = createOwner()
  const dataDir = data ? resolve(data) : mkdtempSync(join(tmpdir(), 'inventory-update-'))
  if (data === undefined) owner.defer(async () => rmSync(dataDir, { recursive: true, force: true }))
  mkdirSync(dataDir, { recursive: true })
  try {
    const servers = await startServers({ dataDir, given: {}, report: () => undefined })
    owner.defer(() => servers.stop())
    const rabbitmqPid = () => servers.processes.find(({ name }) => name === 'rabbitmq')?.pid
    const system = uniqueSystem()
    const keys = ensureKeyFiles(dataDir)
    const passwordOf = (user: string) => `password-of-${user}`
    const definitions = JSON.stringify(createDefinitions(system, passwordOf))
    writeFileSync(join(dataDir, 'rabbitmq', ACCOUNTS_FILE), definitions)
    await rabbitmqctl(rabbitmqPid(), 'import_definitions', join(insideOf('rabbitmq'), ACCOUNTS_FILE))

    const gateways: string[] = []
    const processes = new Map<string, SupervisedProcess>()
    const env = { SYSTEM_NAME: system, RATE_LIMIT_PER_MINUTE: '1000000000', CONSOLE: 'off' }
    const urlsOf = (process: string): ServerUrls => {
      const url = new URL(servers.urls.RABBITMQ_URL)
      url.username = accountOf(system, process)
      url.password = passwordOf(url.username)
      return { ...servers.urls, RABBITMQ_URL: url.href.replace(/\/$/, '') }
    }

    const run = async (label: string, service: ServiceName, create: typeof createServiceProcess) => {
      const port = service === 'gateway' ? await findFreePort() : undefined
      const options = {
        ...{ dataDir, urls: urlsOf(service), keys, env, report: console.error },
        ...(port && { port }),
      }
      const process = create(service, options, label)
      processes.set(label, process)
      owner.defer(() => process.stop())
      await process.start()
      if (port) gateways.push(`http://127.0.0.1:${port}/api/v1`)
    }
    // The functions are the same in both versions.
    const earlier = (await import(
      join(folder, 'dist/local/services.js')
    )) as typeof import('../../../local/services.ts')
    const earlierCtl = (await import(
      join(folder, 'dist/ctl/connection/connection.js')
    )) as typeof import('../../../ctl/connection/connection.ts')
    await Promise.all(
      earlier.serviceNames.map((service) => run(`earlier-${service}`, service, earlier.createServiceProcess)),
    )
    const connect = async (open: typeof openConnection, variables: NodeJS.ProcessEnv) =>
      owner.own(await open({ SYSTEM_NAME: system, ...variables })).call
    const ofOperator = { RABBITMQ_URL: urlsOf('ctl').RABBITMQ_URL, ...keys.ofOperator }
    let call = await connect(earlierCtl.openConnection, ofOperator)
    const components = servers.processes.map((process): [string, Component] => [
      process.name,
      { name: process.name, process, network: NO_NETWORK, freezeCommit: undefined },
    ])
    return {
      servers,
      gateways,
      components: new Map(components),
      socketFolder: join(dataDir, 'documentdb', 'socket'),
      logFolder: join(dataDir, 'logs'),
      system: { system, call: ((...args: Parameters<Call>) => call(...args)) as Call },
      async migrate(service, ...further) {
        await runCommand(process.execPath, [compiled(`services/${service}/main.js`), '--migrate', ...further], {
          env: { ...env, ...urlsOf(service), ...keys.of(service) },
        })
      },
      start: (service) => run(`today-${service}`, service, createServiceProcess),
      async stopEarlier(service) {
        if (service === 'gateway') gateways.shift()
        const process = processes.get(`earlier-${service}`)
        // A service that the earlier version did not have.
        if (!process) return undefined
        await process.stop()
        const log = readFileSync(join(dataDir, 'logs', `earlier-${service}.log`), 'utf8')
        return log.includes('"msg":"Stopped"') ? undefined : `the earlier ${service} did not end well`
      },
      async operateByToday() {
        call = await connect(openConnection, ofOperator)
      },
      [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
    }
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
}
