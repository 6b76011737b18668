import { homedir } from 'node:os'
import { join } from 'node:path'

/** The folder of installed programs. All runs and all clones of this user share it. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'inventory-service')
}
