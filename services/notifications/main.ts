import { loadProgram } from '../../shared/load-program.ts'

const { run } = await loadProgram('notifications', () => import('./service.ts'))
await run()
