import { runProcess } from '../../shared/process/run.ts'
import { readNotificationsConfig } from './config.ts'
import { createNotifications } from './service.ts'

const config = readNotificationsConfig(process.env, process.argv)
await runProcess('notifications', config, (log, monitor) => createNotifications(config, log, monitor))
