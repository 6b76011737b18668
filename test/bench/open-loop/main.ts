import type { OpenLoopJob } from './job.ts'
import { sendArrivals } from './send-arrivals.ts'

process.on('message', (job: OpenLoopJob) => {
  void sendArrivals(job).then((result) => process.send?.(result))
})
process.on('disconnect', () => process.exit(0))
