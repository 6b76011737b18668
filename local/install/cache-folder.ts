import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where installed things are kept between runs and shared by clones. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'inventory-service')
}
