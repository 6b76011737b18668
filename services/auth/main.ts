import { createLog } from '../../shared/runtime/log.ts'
import { runProcess } from '../../shared/runtime/run.ts'
import { readAuthConfig } from './config.ts'
import { createAuth } from './service.ts'

const config = readAuthConfig(process.env)
const log = createLog('auth', config.logLevel)
await runProcess(log, () => createAuth(config, log))
