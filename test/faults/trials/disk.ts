import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { signalTree } from '../components/process-tree.ts'

// The journal is committed every second and data is written later: a power cut then leaves new files empty, as on a real disk.
const MOUNT_AND_RUN = 'mount -o loop,commit=1 "$0" "$1" && shift && exec "$@"'
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from now on nothing reaches the disk. */
const SHUT_DOWN =
  'open(my $folder, "<", $ARGV[0]) or die $!; my $flags = pack("L", 2); ioctl($folder, 0x8004587d, $flags) or die $!'
const BALLAST = 'ballast'
const BLOCK_BYTES = 1_000_000

/** An ext4 file system in a file, which only the processes that were started on it see. Needs root. */
export interface Disk extends AsyncDisposable {
  /** Where those processes find it. */
  readonly path: string
  /** Runs a program of Node.js on it; its output is a pipe. One at a time. */
  run(args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess
  /** The folder under which this process sees it while a program runs. */
  visiblePath(): string
  /** Loses everything that was not flushed, and kills the program with all its descendants. */
  cutPower(): Promise<void>
  /** Takes the free space but for these megabytes. */
  fill(leftMegabytes: number): void
  /** Gives the space back. */
  free(): void
}

function fillUp(file: string): void {
  const block = Buffer.alloc(BLOCK_BYTES)
  try {
    for (;;) appendFileSync(file, block)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

export function createDisk(megabytes: number): Disk {
  const base = mkdtempSync(join(tmpdir(), 'inventory-disk-'))
  const image = join(base, 'image')
  const path = join(base, 'disk')
  mkdirSync(path)
  execFileSync('truncate', ['--size', `${megabytes}M`, image])
  execFileSync('mkfs.ext4', ['-q', '-F', '-m', '0', image], { env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` } })
  let program: ChildProcess | undefined

  const visiblePath = () => `/proc/${program?.pid}/root${path}`
  /** The mount ends with the last process that sees it; a second one before would spoil the file system. */
  const unmounted = async () => {
    while (execFileSync('losetup', ['--associated', image], { encoding: 'utf8' }) !== '') await delay(20)
  }
  const kill = async () => {
    if (program?.pid !== undefined && program.exitCode === null && program.signalCode === null) {
      const ended = once(program, 'exit')
      signalTree(program.pid, 'SIGKILL')
      await ended
    }
    await unmounted()
  }

  return {
    path,
    run(args, env) {
      const command = ['unshare', '--mount', 'sh', '-c', MOUNT_AND_RUN, image, path, process.execPath, ...args]
      program = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...command], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      return program
    },
    visiblePath,
    async cutPower() {
      execFileSync('perl', ['-e', SHUT_DOWN, visiblePath()])
      await kill()
    },
    fill(leftMegabytes) {
      const { bavail, bsize } = statfsSync(visiblePath())
      const bytes = bavail * bsize - leftMegabytes * 1_000_000
      const file = join(visiblePath(), `${BALLAST}-${leftMegabytes}`)
      if (leftMegabytes > 0) execFileSync('fallocate', ['--length', String(bytes), file])
      else fillUp(file)
    },
    free() {
      for (const name of readdirSync(visiblePath())) if (name.startsWith(BALLAST)) rmSync(join(visiblePath(), name))
    },
    async [Symbol.asyncDispose]() {
      await kill()
      rmSync(base, { recursive: true, force: true })
    },
  }
}
