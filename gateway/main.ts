import { createLog } from '../shared/runtime/log.ts'
import { createMonitor } from '../shared/runtime/monitor.ts'
import { runProcess } from '../shared/runtime/run.ts'
import { startTracing } from '../shared/runtime/tracing.ts'
import { readGatewayConfig } from './config.ts'
import { createGateway } from './gateway.ts'

const config = readGatewayConfig(process.env)
const log = createLog('gateway', config.logLevel)
const monitor = createMonitor('gateway', await startTracing('gateway', config.otlpEndpoint, log))
await runProcess({ log, monitor, ...config }, () => createGateway(config, log, monitor))
