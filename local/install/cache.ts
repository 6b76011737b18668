import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { lockFile } from '../processes/file-lock.ts'
import { runCommand } from '../processes/run-command.ts'

/** Creates the content of a folder unless it is complete. It removes the content of an interrupted attempt first. */
export async function makeOnce(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (isComplete(folder)) return
  const lock = await lockFile(`${folder}.lock`, { wait: true })
  try {
    // Another process may have made it meanwhile.
    if (isComplete(folder)) return
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    await make(folder)
    // The marker must not reach the disk before the content.
    await runCommand('sync', ['--file-system', folder])
    writeFileSync(join(folder, 'complete'), '')
  } finally {
    await lock?.release()
  }
}

const isComplete = (folder: string) => existsSync(join(folder, 'complete'))

/** The folder of installed programs. All runs and all clones of this user share it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'inventory-service')
}
