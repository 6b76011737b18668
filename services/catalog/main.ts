import { runProcess } from '../../shared/process/run.ts'
import { readServiceConfig } from '../../shared/service.ts'
import { createCatalog } from './service.ts'

const config = readServiceConfig(process.env, process.argv)
await runProcess('catalog', config, (log, monitor) => createCatalog(config, log, monitor))
