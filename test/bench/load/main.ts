import type { LoadJob } from '../load-job.ts'
import { putLoad } from './put-load.ts'

process.on('message', (job: LoadJob) => {
  putLoad(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
