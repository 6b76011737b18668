import { runProcess } from '../../shared/process/run.ts'
import { readAuthConfig } from './config.ts'
import { createAuth } from './service.ts'

const config = readAuthConfig(process.env, process.argv)
await runProcess('auth', config, (log, monitor) => createAuth(config, log, monitor))
