import { createLog } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { runProcess } from '../../shared/process/run.ts'
import { startTracing } from '../../shared/process/tracing.ts'
import { readAuthConfig } from './config.ts'
import { createAuth } from './service.ts'

const config = readAuthConfig(process.env, process.argv)
const log = createLog('auth', config.logLevel)
const monitor = createMonitor('auth', await startTracing('auth', config.otlpEndpoint, log))
await runProcess({ log, monitor, ...config }, () => createAuth(config, log, monitor))
