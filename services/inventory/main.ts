import { loadProgram } from '../../shared/load-program.ts'

const { run } = await loadProgram('inventory', () => import('./service.ts'))
await run()
