import { runProcess } from '../../shared/process/run.ts'
import { readAuthConfig } from './config.ts'
import { createAuth } from './service.ts'

export function run(): Promise<void> {
  const config = readAuthConfig(process.env, process.argv)
  return runProcess('auth', config, (log, monitor) => createAuth(config, log, monitor))
}
