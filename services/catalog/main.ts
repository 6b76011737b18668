import { createLog } from '../../shared/runtime/log.ts'
import { runProcess } from '../../shared/runtime/run.ts'
import { readServiceConfig } from '../../shared/runtime/service.ts'
import { createCatalog } from './service.ts'

const config = readServiceConfig(process.env)
const log = createLog('catalog', config.logLevel)
await runProcess(log, () => createCatalog(config, log))
