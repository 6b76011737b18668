import { runProcess } from '../../shared/process/run.ts'
import { readNotificationsConfig } from './config.ts'
import { createNotifications } from './service.ts'

export function run(): Promise<void> {
  const config = readNotificationsConfig(process.env, process.argv)
  return runProcess('notifications', config, (log, monitor) => createNotifications(config, log, monitor))
}
