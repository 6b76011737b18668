import { loadProgram } from '../../shared/load-program.ts'

const { run } = await loadProgram('reporting', () => import('./service.ts'))
await run()
