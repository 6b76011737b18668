import { loadProgram } from '../../shared/load-program.ts'

const { run } = await loadProgram('catalog', () => import('./service.ts'))
await run()
