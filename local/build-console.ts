import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { lockFile } from './processes/file-lock.ts'
import { compiled } from './processes/program-paths.ts'
import { runCommand } from './processes/run-command.ts'

const root = compiled('..')
const consoleFolder = join(root, 'console')
const clientFolder = join(root, 'client')
/** The types of the interface, made from what `hashOfSources` reads. */
const SCHEMA = join(clientFolder, 'src/schema.ts')
/** In dist/: the hash of the sources it was built from. Vite empties the folder first, so a failed build leaves none. */
const RECORD = join(consoleFolder, 'dist/.sources')

/** What the console shares with the services. */
export const SHARED_FOLDERS = ['shared/scan', 'shared/names', 'shared/sheets']

/** Installs what the console's build needs and builds it, unless nothing has changed since the last build. */
export async function buildConsole(report: (line: string) => void): Promise<void> {
  if (isBuilt()) return
  const lock = await lockFile(join(root, 'node_modules/.console-build'), { wait: true })
  try {
    // Another process may have built it meanwhile.
    if (isBuilt()) return
    const startedAt = performance.now()
    report('Building the console (the first time, and when it has changed) …')
    const sources = hashOfSources()
    await build()
    writeFileSync(RECORD, sources)
    report(`Built the console in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  } finally {
    await lock?.release()
  }
}

const isBuilt = () => existsSync(RECORD) && readFileSync(RECORD, 'utf8') === hashOfSources()

/** Without the check of types, which `npm run console:build` makes. */
async function build(): Promise<void> {
  await Promise.all([clientFolder, consoleFolder].map(install))
  await runCommand(process.execPath, ['generate.mjs'], { cwd: clientFolder })
  // Of another environment, that of tests for instance, React would be twice as large and slower.
  const env = { NODE_ENV: 'production' }
  await runCommand(join(consoleFolder, 'node_modules/.bin/vite'), ['build'], { cwd: consoleFolder, env })
}

async function install(folder: string): Promise<void> {
  if (isInstalled(folder)) return
  await runCommand('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefix', folder])
}

/** npm writes the second file when it has installed everything. */
function isInstalled(folder: string): boolean {
  const [wanted, installed] = ['package-lock.json', 'node_modules/.package-lock.json'].map((file) =>
    statSync(join(folder, file), { throwIfNoEntry: false }),
  )
  return wanted !== undefined && installed !== undefined && installed.mtimeMs >= wanted.mtimeMs
}

/**
 * Of every file of the console, of what it shares with the services, and of the client, whose types it uses, and of what
 * these types are made from.
 */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const generator = ['generate.mjs', 'package-lock.json'].map((name) => join(clientFolder, name))
  const ofClient = filesIn(join(clientFolder, 'src')).filter((file) => file !== SCHEMA)
  const own = [consoleFolder, ...SHARED_FOLDERS.map((folder) => join(root, folder))].flatMap(filesIn)
  for (const file of [...own, ...ofClient, ...generator, join(root, 'gateway/openapi.json')])
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

const MADE: ReadonlySet<string> = new Set(['dist', 'node_modules'])

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !MADE.has(name))
  return entries
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
}
