import { createLog } from '../../shared/runtime/log.ts'
import { runProcess } from '../../shared/runtime/run.ts'
import { readServiceConfig } from '../../shared/runtime/service.ts'
import { createInventory } from './service.ts'

const config = readServiceConfig(process.env)
const log = createLog('inventory', config.logLevel)
await runProcess(log, () => createInventory(config, log))
