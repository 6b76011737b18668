import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type FileLock, lockFile } from './file-lock.ts'

const LOCK_NAME = 'running.lock'
const OUR_FOLDERS = ['documentdb', 'mongodb', 'rabbitmq', 'redis', 'logs']

/** A data folder that belongs to one running system until `release`, or until its process dies. */
export interface DataFolder extends FileLock {
  path: string
}

/** Takes the data folder for this process; with `fresh` what a former system left in it is removed. */
export async function openDataFolder(folder: string, { fresh }: { fresh: boolean }): Promise<DataFolder> {
  const path = resolve(folder)
  mkdirSync(path, { recursive: true })
  const lock = await lockFile(join(path, LOCK_NAME), { wait: false })
  if (!lock)
    throw new Error(`another system is running on the data folder ${path}; end it or set DATA_DIR to another folder`)
  if (fresh) await empty(path, lock)
  return { path, release: lock.release }
}

async function empty(path: string, lock: FileLock): Promise<void> {
  const names = readdirSync(path).filter((name) => name !== LOCK_NAME)
  const isOurs = names.length === 0 || OUR_FOLDERS.some((name) => existsSync(join(path, name)))
  if (!isOurs) {
    await lock.release()
    throw new Error(`${path} does not look like a data folder of this system; nothing was removed`)
  }
  for (const name of names) rmSync(join(path, name), { recursive: true, force: true })
}
