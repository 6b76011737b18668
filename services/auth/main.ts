import { loadProgram } from '../../shared/load-program.ts'

const { run } = await loadProgram('auth', () => import('./program.ts'))
await run()
