import { runProcess } from '../../shared/process/run.ts'
import { readInventoryConfig } from './config.ts'
import { createInventory } from './service.ts'

export function run(): Promise<void> {
  const config = readInventoryConfig(process.env, process.argv)
  return runProcess('inventory', config, (log, monitor) => createInventory(config, log, monitor, { warmsUp: true }))
}
