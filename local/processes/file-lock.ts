import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { findProgram } from './find-program.ts'

const BUSY_EXIT_CODE = 75

/** A held lock; it is also given up when the process that holds it dies in any way. */
export interface FileLock {
  release: () => Promise<void>
}

/** Takes the lock on a file, waiting for its present holder if asked to; undefined when it is held and we do not wait. */
export async function lockFile(file: string, { wait }: { wait: boolean }): Promise<FileLock | undefined> {
  if (!findProgram('flock')) throw new Error('flock (Debian package util-linux) is missing')
  mkdirSync(dirname(file), { recursive: true })
  // The lock belongs to a `cat` that ends when our end of its input closes, which the kernel does when we die.
  const options = wait ? [] : ['--nonblock', '--conflict-exit-code', String(BUSY_EXIT_CODE)]
  const holder = spawn('flock', [...options, file, 'cat'], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(holder, 'exit')
  holder.stdin.on('error', () => undefined)
  holder.stdin.write('locked\n')
  const outcome = await Promise.race([once(holder.stdout, 'data').then(() => 'locked'), ended.then(([code]) => code)])
  if (outcome === BUSY_EXIT_CODE) return undefined
  if (outcome !== 'locked') throw new Error(`cannot lock ${file}: flock ended with ${outcome}`)
  holder.unref()
  return {
    release: async () => {
      holder.ref()
      holder.stdin.end()
      await ended
    },
  }
}
