import { createLog } from '../shared/runtime/log.ts'
import { runProcess } from '../shared/runtime/run.ts'
import { readGatewayConfig } from './config.ts'
import { createGateway } from './gateway.ts'

const config = readGatewayConfig(process.env)
const log = createLog('gateway', config.logLevel)
await runProcess(log, () => createGateway(config, log))
