import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readWritten, writeDurably } from './durable-files.ts'
import { lockFile } from './processes/file-lock.ts'

const LOCK_NAME = 'running.lock'
/** Holds the path of the folder that it is in: the mark of a data folder. */
const MARK_NAME = 'path'
/** At the top of a file system of its own. */
const LOST_FOUND = 'lost+found'

interface Options {
  /** Removes the data of earlier runs. */
  readonly fresh: boolean
  readonly report: (line: string) => void
}

/**
 * Creates and locks the data folder of one running system. It stays locked until `release`, or until this process ends. A
 * folder that holds something and is not marked as a data folder is left as it is.
 */
export async function openDataFolder(folder: string, { fresh, report }: Options) {
  const path = resolve(folder)
  makeFolder(path)
  const lock = await lockFile(join(path, LOCK_NAME), { wait: false })
  if (!lock)
    throw new Error(`another system is running on the data folder ${path}; end it or set DATA_DIR to another folder`)
  try {
    const content = readdirSync(path).filter((name) => ![LOCK_NAME, MARK_NAME, LOST_FOUND].includes(name))
    mark(path, content, fresh)
    if (fresh && content.length > 0) {
      report(`Removing the data of earlier runs in ${path} …`)
      for (const name of content) rmSync(join(path, name), { recursive: true, force: true })
    }
  } catch (error) {
    await lock.release()
    throw error
  }
  return { path, release: lock.release }
}

function makeFolder(path: string): void {
  try {
    makeFolders(path)
    accessSync(path, constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Error(`the data folder ${path} cannot be used (${reason}); set DATA_DIR to a folder that can be written`)
  }
}

/** One after the other: where a folder cannot be written, Node's `recursive` hides the reason or does not end. */
function makeFolders(path: string): void {
  if (existsSync(path)) return
  const parent = dirname(path)
  makeFolders(parent)
  try {
    mkdirSync(path)
  } catch (cause) {
    throw new Error(`${parent} cannot be written`, { cause })
  }
}

/** RabbitMQ stores absolute paths of its queues, so a moved or copied folder would use the queues of the original. */
function mark(path: string, content: readonly string[], isEmptied: boolean): void {
  const file = join(path, MARK_NAME)
  const former = readWritten(file)
  if (former === path) return
  if (former !== undefined)
    throw new Error(
      `the data folder ${path} was ${former}, and RabbitMQ finds its queues only there; put it back to that path`,
    )
  // A power cut can leave the mark empty: enough to go on with what is there, not to remove it.
  const isLeftEmpty = existsSync(file) && !isEmptied
  if (content.length > 0 && !isLeftEmpty)
    throw new Error(
      `${path} holds ${content[0]} and is not marked as a data folder of this system; nothing was removed; ` +
        'set DATA_DIR to a new or an empty folder',
    )
  writeDurably(file, `${path}\n`)
}
