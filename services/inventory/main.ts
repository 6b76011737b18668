import { loadProgram } from '../../shared/load-program.ts'

const { run } = await loadProgram('inventory', () => import('./program.ts'))
await run()
