import { fileURLToPath } from 'node:url'
import { SupervisedProcess } from '../../../local/processes/supervised-process.ts'
import { findFreePort } from '../../../local/servers/ports.ts'
import type { ServerUrls } from '../../../local/services.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import type { Contestant } from './contestant.ts'
import { NO_LIMIT } from './our-system.ts'

/** A peer in one of its variants. */
export interface PeerSpec {
  readonly name: string
  readonly title: string
  readonly family: 'nest' | 'moleculer' | 'express'
  readonly variant: 'documented' | 'tuned' | 'improved'
}

/** Its programs in the order of their start. */
const programs = {
  nest: ['service', 'gateway'],
  moleculer: ['service', 'gateway'],
  express: ['main'],
} as const

export const peers: readonly PeerSpec[] = [
  { name: 'nest', title: 'NestJS, RabbitMQ', family: 'nest', variant: 'documented' },
  { name: 'nest-tuned', title: 'NestJS, RabbitMQ, tuned', family: 'nest', variant: 'tuned' },
  { name: 'nest-improved', title: 'NestJS, RabbitMQ, improved', family: 'nest', variant: 'improved' },
  { name: 'moleculer', title: 'Moleculer, AMQP', family: 'moleculer', variant: 'documented' },
  { name: 'moleculer-tuned', title: 'Moleculer, AMQP, tuned', family: 'moleculer', variant: 'tuned' },
  { name: 'moleculer-improved', title: 'Moleculer, AMQP, improved', family: 'moleculer', variant: 'improved' },
  { name: 'express', title: 'Express monolith', family: 'express', variant: 'documented' },
  { name: 'express-tuned', title: 'Express monolith, tuned', family: 'express', variant: 'tuned' },
]

export interface PeerOptions {
  readonly urls: ServerUrls
  readonly dataDir: string
  /** The public key of the tokens, which all contestants verify. */
  readonly token: string
  readonly publicKeyPem: string
  readonly say: (line: string) => void
}

/** Prefix of the database, queue and Redis keys of a peer. */
export const nameOf = ({ name }: PeerSpec) => `bench-${name}`

export async function startPeer(spec: PeerSpec, options: PeerOptions): Promise<Contestant & AsyncDisposable> {
  const { urls, dataDir, token, publicKeyPem, say } = options
  const owner = createOwner()
  const port = await findFreePort()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    ...urls,
    PORT: String(port),
    NAME: nameOf(spec),
    JWT_PUBLIC_KEY: publicKeyPem,
    RATE_LIMIT_PER_MINUTE: String(NO_LIMIT),
    VARIANT: spec.variant,
  }
  const processes = programs[spec.family].map((program) => {
    const name = `${spec.name}-${program}`
    const args = [programOf(spec.family, program)]
    const logFile = `${dataDir}/logs/${name}.log`
    return new SupervisedProcess({ name, command: process.execPath, args, env, logFile, report: say })
  })
  owner.defer(() => Promise.all(processes.map((process) => process.stop())))
  try {
    for (const process of processes) await process.start()
  } catch (error) {
    await owner[Symbol.asyncDispose]()
    throw error
  }
  const door = { url: `http://127.0.0.1:${port}/api/v1`, token, processes }
  return {
    ...spec,
    memory: { ...door, lots: '/Memory' },
    stock: { ...door, lots: '/Inventory' },
    [Symbol.asyncDispose]: () => owner[Symbol.asyncDispose](),
  }
}

/** NestJS has decorators, which need the compiler; the others run from their sources. This file runs from dist/. */
function programOf(family: PeerSpec['family'], program: string): string {
  const file = family === 'nest' ? `dist/peers/${family}/${program}.js` : `peers/${family}/${program}.ts`
  return fileURLToPath(new URL(`../../../../test/bench/${file}`, import.meta.url))
}
