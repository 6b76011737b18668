import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { compiled } from '../../local/processes/program-paths.ts'
import type { LoadJob, LoadResult } from './load-job.ts'

/** Runs loads in a process of its own. */
export interface Loader extends AsyncDisposable {
  load(job: LoadJob): Promise<LoadResult>
}

type Answer = 'ready' | { result: LoadResult } | { failure: string }

export async function startLoader(): Promise<Loader> {
  const child = fork(compiled('test/bench/load/main.js'))
  await nextReply(child)
  return {
    async load(job) {
      const answered = nextReply(child)
      child.send(job)
      const answer = await answered
      if (answer === 'ready') throw new Error('The loader has restarted')
      if ('failure' in answer) throw new Error(answer.failure)
      return answer.result
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

function nextReply(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The loader ended with ${code}`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      // load/main.ts sends nothing else.
      resolve(message as Answer)
    })
  })
}
