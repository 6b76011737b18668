import { createLog } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { runProcess } from '../../shared/process/run.ts'
import { startTracing } from '../../shared/process/tracing.ts'
import { readServiceConfig } from '../../shared/service.ts'
import { createInventory } from './service.ts'

const config = readServiceConfig(process.env, process.argv)
const log = createLog('inventory', config.logLevel)
const monitor = createMonitor('inventory', await startTracing('inventory', config.otlpEndpoint, log))
await runProcess({ log, monitor, ...config }, () => createInventory(config, log, monitor))
