import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { compiled } from '../../local/processes/program-paths.ts'
import { ensureKeyFiles } from '../../local/system-files.ts'
import { connectDatabase } from '../support/servers/database.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { uniqueSystem } from '../support/servers/system-name.ts'
import { dumpDatabase, loadDatabase, readDataSet } from './data-set.ts'

const OF_1_0_0 = '26870d3'

/** What version 1.0.0 has stored in inventory, and processes that migrate it. */
async function aDatabaseOf100() {
  const system = uniqueSystem()
  const connection = await connectDatabase(`${system}-inventory`)
  const { databases, recorded } = readDataSet(OF_1_0_0)
  await loadDatabase(connection, databases.inventory ?? [], recorded)
  const folder = mkdtempSync(join(tmpdir(), 'inventory-migrations-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = {
    ...process.env,
    ...{ SYSTEM_NAME: system, MONGODB_URI: serverUrl('MONGODB_URI'), RABBITMQ_URL: serverUrl('RABBITMQ_URL') },
    ...ensureKeyFiles(folder).of('inventory'),
  }
  /** Runs a migration; `onLine` gets each line of its log. Resolves with the exit code, null after a signal. */
  const migrate = async (
    args: readonly string[],
    onLine: (line: Line, child: ChildProcess) => void = () => undefined,
  ) => {
    const child = spawn(process.execPath, [compiled('services/inventory/main.js'), '--migrate', ...args], { env })
    createInterface({ input: child.stdout }).on('line', (line) => onLine(JSON.parse(line), child))
    const [code] = await once(child, 'close')
    return code as number | null
  }
  return { connection, migrate }
}

interface Line {
  readonly msg: string
  readonly migration?: string
  readonly records?: number
  readonly changed?: number
}

/** Without what says when a run was, and the events that it leaves for the next process. */
const withoutRuns = async (connection: Parameters<typeof dumpDatabase>[0]) =>
  (await dumpDatabase(connection)).filter(
    ({ name }) => !['migrations', 'leases', 'marks', 'operations', 'outbox'].includes(name),
  )

test('a dry run counts what would change, and changes nothing (R15)', async () => {
  const { connection, migrate } = await aDatabaseOf100()
  const before = await dumpDatabase(connection)
  const counts = new Map<string, number>()
  const note = ({ migration, records = 0 }: Line) => migration && counts.set(migration, records)
  expect(await migrate(['--dry-run'], note)).toBe(0)
  expect(await dumpDatabase(connection)).toEqual(before)
  expect(counts.size).toBe(8)
  expect(counts.get('1.1.0-entries-with-figures')).toBeGreaterThan(20)
})

test('killed twice on its way, or run twice at once, a migration ends as one that was left alone (R15)', async () => {
  const alone = await aDatabaseOf100()
  const steps: string[] = []
  expect(await alone.migrate([], ({ msg, migration }) => msg === 'Migrated' && steps.push(String(migration)))).toBe(0)
  const expected = await withoutRuns(alone.connection)

  const killed = await aDatabaseOf100()
  // The next one waits until the lease of the killed one has ended. A test of shared/database kills behind each batch.
  for (const _ of [1, 2])
    expect(await killed.migrate([], ({ msg }, child) => msg === 'Migrated' && child.kill('SIGKILL'))).toBeNull()
  expect(await killed.migrate([])).toBe(0)
  expect(await withoutRuns(killed.connection)).toEqual(expected)

  const twice = await aDatabaseOf100()
  const migrated: unknown[] = []
  const note = ({ msg, migration }: Line) => msg === 'Migrated' && migrated.push(migration)
  expect(await Promise.all([twice.migrate([], note), twice.migrate([], note)])).toEqual([0, 0])
  expect(migrated.toSorted()).toEqual(steps.toSorted())
  expect(await withoutRuns(twice.connection)).toEqual(expected)
})
