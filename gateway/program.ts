import { runProcess } from '../shared/process/run.ts'
import { readGatewayConfig } from './config.ts'
import { createGateway } from './gateway.ts'

export function run(): Promise<void> {
  const config = readGatewayConfig(process.env)
  return runProcess('gateway', config, (log, monitor) => createGateway(config, log, monitor))
}
