import { fork } from 'node:child_process'
import { once } from 'node:events'
import { compiled } from '../../../local/processes/program-paths.ts'
import type { OpenLoopJob, OpenLoopResult } from './job.ts'

/** Sends an open-loop load from a process of its own. */
export async function sendOpenLoop(job: OpenLoopJob): Promise<OpenLoopResult> {
  const child = fork(compiled('test/bench/open-loop/main.js'))
  child.send(job)
  const [result] = await once(child, 'message')
  child.disconnect()
  return result
}
