import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory. */
const IN_MEMORY = '/dev/shm'
/** Several times what the servers of all tests store. */
const PLENTY_BYTES = 8 * 2 ** 30
const PREFIX = 'inventory-test-'

/**
 * A new folder for the data of servers: in memory if there is plenty, as each commit waits some milliseconds for a disk.
 * What a disk keeps is tested on one (test/faults/disk.test.ts).
 */
export function createDataFolder(): string {
  if (!hasMemory()) return mkdtempSync(join(tmpdir(), PREFIX))
  removeAbandoned()
  return mkdtempSync(join(IN_MEMORY, `${PREFIX}${process.pid}-`))
}

function hasMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, process.availableMemory()) >= PLENTY_BYTES
}

/** Those of processes that were killed: they would take memory until the machine is started again. */
function removeAbandoned(): void {
  for (const name of readdirSync(IN_MEMORY).filter((other) => other.startsWith(PREFIX))) {
    const [pid = ''] = name.slice(PREFIX.length).split('-')
    if (!existsSync(`/proc/${pid}`)) rmSync(join(IN_MEMORY, name), { recursive: true, force: true })
  }
}
