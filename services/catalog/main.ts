import { createLog } from '../../shared/runtime/log.ts'
import { createMonitor } from '../../shared/runtime/monitor.ts'
import { runProcess } from '../../shared/runtime/run.ts'
import { readServiceConfig } from '../../shared/runtime/service.ts'
import { startTracing } from '../../shared/runtime/tracing.ts'
import { createCatalog } from './service.ts'

const config = readServiceConfig(process.env, process.argv)
const log = createLog('catalog', config.logLevel)
const monitor = createMonitor('catalog', await startTracing('catalog', config.otlpEndpoint, log))
await runProcess({ log, monitor, ...config }, () => createCatalog(config, log, monitor))
