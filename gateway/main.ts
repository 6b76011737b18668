import { loadProgram } from '../shared/load-program.ts'

const { run } = await loadProgram('gateway', () => import('./gateway.ts'))
await run()
