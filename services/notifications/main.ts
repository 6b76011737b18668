import { loadProgram } from '../../shared/load-program.ts'

const { run } = await loadProgram('notifications', () => import('./program.ts'))
await run()
