import { runProcess } from '../shared/process/run.ts'
import { readGatewayConfig } from './config.ts'
import { createGateway } from './gateway.ts'

const config = readGatewayConfig(process.env)
await runProcess('gateway', config, (log, monitor) => createGateway(config, log, monitor))
