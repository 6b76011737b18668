import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { findProgram } from './program-paths.ts'

const BUSY_EXIT_CODE = 75

/** A held lock. The kernel releases it when the process that holds it ends. */
export interface FileLock {
  release: () => Promise<void>
}

/** Locks a file. If another process holds the lock, it waits with `wait`, and gives undefined without it. */
export async function lockFile(file: string, { wait }: { wait: boolean }): Promise<FileLock | undefined> {
  if (!findProgram('flock')) throw new Error('flock (Debian package util-linux) is missing')
  mkdirSync(dirname(file), { recursive: true })
  // The lock belongs to a `cat` process. It ends when its input closes; the kernel closes it when this process ends.
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
