import { createLog } from '../shared/process/log.ts'
import { createMonitor } from '../shared/process/monitor.ts'
import { runProcess } from '../shared/process/run.ts'
import { startTracing } from '../shared/process/tracing.ts'
import { readGatewayConfig } from './config.ts'
import { createGateway } from './gateway.ts'

const config = readGatewayConfig(process.env)
const log = createLog('gateway', config.logLevel)
const monitor = createMonitor('gateway', await startTracing('gateway', config.otlpEndpoint, log))
await runProcess({ log, monitor, ...config }, () => createGateway(config, log, monitor))
