import { runProcess } from '../../shared/process/run.ts'
import { readServiceConfig } from '../../shared/service.ts'
import { createCatalog } from './service.ts'

export function run(): Promise<void> {
  const config = readServiceConfig(process.env, process.argv)
  return runProcess('catalog', config, (log, monitor) => createCatalog(config, log, monitor))
}
