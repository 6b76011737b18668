import { runProcess } from '../../shared/process/run.ts'
import { readServiceConfig } from '../../shared/service.ts'
import { createReporting } from './service.ts'

export function run(): Promise<void> {
  const config = readServiceConfig(process.env, process.argv)
  return runProcess('reporting', config, (log, monitor) => createReporting(config, log, monitor))
}
