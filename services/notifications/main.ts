import { createLog } from '../../shared/process/log.ts'
import { createMonitor } from '../../shared/process/monitor.ts'
import { runProcess } from '../../shared/process/run.ts'
import { startTracing } from '../../shared/process/tracing.ts'
import { readNotificationsConfig } from './config.ts'
import { createNotifications } from './service.ts'

const config = readNotificationsConfig(process.env, process.argv)
const log = createLog('notifications', config.logLevel)
const monitor = createMonitor('notifications', await startTracing('notifications', config.otlpEndpoint, log))
await runProcess({ log, monitor, ...config }, () => createNotifications(config, log, monitor))
