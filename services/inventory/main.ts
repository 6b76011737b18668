import { createLog } from '../../shared/runtime/log.ts'
import { createMonitor } from '../../shared/runtime/monitor.ts'
import { runProcess } from '../../shared/runtime/run.ts'
import { readServiceConfig } from '../../shared/runtime/service.ts'
import { startTracing } from '../../shared/runtime/tracing.ts'
import { createInventory } from './service.ts'

const config = readServiceConfig(process.env, process.argv)
const log = createLog('inventory', config.logLevel)
const monitor = createMonitor('inventory', await startTracing('inventory', config.otlpEndpoint, log))
await runProcess({ log, monitor, ...config }, () => createInventory(config, log, monitor))
