import { runProcess } from '../../shared/process/run.ts'
import { readReportingConfig } from './config.ts'
import { createReporting } from './service.ts'

export function run(): Promise<void> {
  const config = readReportingConfig(process.env, process.argv)
  return runProcess('reporting', config, (log, monitor) => createReporting(config, log, monitor))
}
