import { runProcess } from '../../shared/process/run.ts'
import { readServiceConfig } from '../../shared/service.ts'
import { createInventory } from './service.ts'

const config = readServiceConfig(process.env, process.argv)
await runProcess('inventory', config, (log, monitor) => createInventory(config, log, monitor))
