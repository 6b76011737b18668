import { loadProgram } from '../../shared/load-program.ts'

const { run } = await loadProgram('catalog', () => import('./program.ts'))
await run()
