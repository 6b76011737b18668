import { runProcess } from '../../shared/process/run.ts'
import { readInventoryConfig } from './config.ts'
import { createInventory } from './service.ts'

const config = readInventoryConfig(process.env, process.argv)
await runProcess('inventory', config, (log, monitor) => createInventory(config, log, monitor))
