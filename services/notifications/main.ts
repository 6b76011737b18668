import { createLog } from '../../shared/runtime/log.ts'
import { createMonitor } from '../../shared/runtime/monitor.ts'
import { runProcess } from '../../shared/runtime/run.ts'
import { startTracing } from '../../shared/runtime/tracing.ts'
import { readNotificationsConfig } from './config.ts'
import { createNotifications } from './service.ts'

const config = readNotificationsConfig(process.env, process.argv)
const log = createLog('notifications', config.logLevel)
const monitor = createMonitor('notifications', await startTracing('notifications', config.otlpEndpoint, log))
await runProcess({ log, monitor, ...config }, () => createNotifications(config, log, monitor))
