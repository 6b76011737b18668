import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readWritten, writeDurably } from './durable-files.ts'
import { type FileLock, lockFile } from './processes/file-lock.ts'

const LOCK_NAME = 'running.lock'
const PATH_NAME = 'path'
const OUR_FOLDERS = ['documentdb', 'mongodb', 'rabbitmq', 'redis', 'logs']

/** The data folder of one running system. It stays locked until `release`, or until this process ends. */
export interface DataFolder extends FileLock {
  path: string
}

/** Creates and locks the data folder. With `fresh` it removes the data of earlier runs. */
export async function openDataFolder(folder: string, { fresh }: { fresh: boolean }): Promise<DataFolder> {
  const path = resolve(folder)
  mkdirSync(path, { recursive: true })
  const lock = await lockFile(join(path, LOCK_NAME), { wait: false })
  if (!lock)
    throw new Error(`another system is running on the data folder ${path}; end it or set DATA_DIR to another folder`)
  try {
    if (fresh) removeContent(path)
    refuseMovedFolder(path)
  } catch (error) {
    await lock.release()
    throw error
  }
  return { path, release: lock.release }
}

/** RabbitMQ stores absolute paths of its queues, so a moved or copied folder would use the queues of the original. */
function refuseMovedFolder(path: string): void {
  const note = join(path, PATH_NAME)
  const former = readWritten(note)
  if (former === path) return
  if (former !== undefined)
    throw new Error(
      `the data folder ${path} was ${former}, and RabbitMQ finds its queues only there; put it back to that path`,
    )
  writeDurably(note, `${path}\n`)
}

function removeContent(path: string): void {
  const names = readdirSync(path).filter((name) => name !== LOCK_NAME)
  const isOurs = names.length === 0 || OUR_FOLDERS.some((name) => existsSync(join(path, name)))
  if (!isOurs) throw new Error(`${path} does not look like a data folder of this system; nothing was removed`)
  for (const name of names) rmSync(join(path, name), { recursive: true, force: true })
}
