import { loadProgram } from '../shared/load-program.ts'

const { run } = await loadProgram('gateway', () => import('./program.ts'))
await run()
