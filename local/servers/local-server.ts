import type { ProcessSpec } from '../processes/child-process.ts'
import type { SupervisedProcess } from '../processes/supervised-process.ts'

/** Options of a server. */
export interface ServerOptions {
  dataDir: string
  report: (line: string) => void
}

/** A server and its processes. They start in the order of the list and stop in reverse order. */
export interface LocalServer {
  url: string
  processes: SupervisedProcess[]
  /** What is left to do when all of them are ready, before the server is used. */
  complete?: () => Promise<void>
}

/** Of the machine and inside the root: what enters the root, and the servers, are in Debian's own folders. */
const DEBIAN_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

interface RootProgram {
  /** The folder of the Debian system that has the program. */
  readonly root: string
  /** The folder of its data on this machine, which the program finds at `insideOf(server)`. */
  readonly folder: string
  readonly server: 'documentdb' | 'rabbitmq' | 'redis'
  /** A shell script that becomes the program: it ends with `exec chroot "$ROOT" …`. */
  readonly script: string
  readonly env?: NodeJS.ProcessEnv
}

/** Where a server finds its data inside the root, wherever they are on this machine. */
export const insideOf = (server: RootProgram['server']): string => `/srv/${server}`

/** How to run a program of the root. It sees no other folder of this machine; its mounts end with it. */
export function inRoot(program: RootProgram): Pick<ProcessSpec, 'command' | 'args' | 'env'> {
  const { root, folder, server, script, env } = program
  return {
    command: 'unshare',
    args: ['--mount', '--ipc', 'sh', '-c', ENTER + script],
    env: { PATH: DEBIAN_PATH, LANG: 'C.UTF-8', ...env, ROOT: root, FOLDER: folder, INSIDE: insideOf(server) },
  }
}

const ENTER = `
set -e
mount --bind "$FOLDER" "$ROOT$INSIDE"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
mount -t tmpfs tmpfs "$ROOT/dev/shm"
cd /
`
