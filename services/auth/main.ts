import { loadProgram } from '../../shared/load-program.ts'

const { run } = await loadProgram('auth', () => import('./service.ts'))
await run()
