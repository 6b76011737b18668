import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Folders inside the engine's root. */
const DATA = 'var/lib/engine'
const CGROUPS = '/sys/fs/cgroup'
const CGROUP = 'inventory-compose-check'
const END_TIMEOUT_MS = 10_000
const INSIDE = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }
const START_TIMEOUT_MS = 120_000

/** A Docker Engine in namespaces of its own: nothing of it is visible on the machine, and all of it ends with it. */
export interface Engine extends AsyncDisposable {
  /** Runs a command in the folder of the repository inside the engine's namespaces; rejects with its last lines if it fails. */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<string>
  /** The URL on this machine that leads to a port that a container publishes. */
  forward(guestPort: number, hostPort: number): Promise<string>
}

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Given to the command as its standard input. */
  readonly stdin?: Readable
}

// Process 1 of its namespaces. A root that was reached by chroot would not do: runc changes the root of containers by pivot_root.
const START_SCRIPT = `
set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount --rbind /sys "$ROOT/sys"
mount --rbind /dev "$ROOT/dev"
mount -t tmpfs tmpfs "$ROOT/tmp"
mkdir -p "$ROOT/repository" "$ROOT/before" "$ROOT/${DATA}"
mount --bind "$REPOSITORY" "$ROOT/repository"
cd "$ROOT"
pivot_root . before
umount -l /before
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t tmpfs tmpfs /run
ip link set lo up
echo 1 > /proc/sys/net/ipv4/ip_forward
echo nameserver 10.0.2.3 > /etc/resolv.conf
exec dockerd --cgroup-parent /${CGROUP} --data-root /${DATA} --host unix:///run/docker.sock --exec-root /run/docker --pidfile /run/docker.pid
`

// The way out of the engine's network, and the way in to its published ports. It runs in the machine's network.
const FORWARD_SCRIPT = `
set -e
mount --bind /proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
exec chroot "$ROOT" slirp4netns --configure --mtu=65520 --api-socket /${DATA}/forwarding.sock "$PID" tap0
`

/** Starts the engine of a Debian root; resolves when it takes commands. */
export async function startEngine(root: string, repository: string): Promise<Engine> {
  await removeCgroups()
  const env = { PATH: process.env.PATH, ROOT: root, REPOSITORY: repository }
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--fork', '--kill-child']
  const unshare = spawn('unshare', [...namespaces, 'sh', '-c', START_SCRIPT], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log: Buffer[] = []
  for (const stream of [unshare.stdout, unshare.stderr]) stream.on('data', (chunk: Buffer) => log.push(chunk))
  const failed = once(unshare, 'exit').then(() => {
    throw new Error(`The engine ended:\n${Buffer.concat(log).toString().split('\n').slice(-15).join('\n')}`)
  })
  failed.catch(() => undefined)

  const pid = await Promise.race([childOf(unshare), failed])
  const run: Engine['run'] = async (command, args, { env: variables = {}, stdin } = {}) => {
    const inside = ['--target', String(pid), '--mount', '--pid', '--net', '--ipc']
    const words = [...inside, 'sh', '-c', 'cd /repository && exec "$@"', 'sh', command, ...args]
    const child = spawn('nsenter', words, { env: { ...INSIDE, ...variables }, stdio: ['pipe', 'pipe', 'pipe'] })
    const fed = stdin ? pipeline(stdin, child.stdin) : child.stdin.end()
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
      fed,
    ])
    if (code === 0) return output.trim()
    const tail = `${output}${errors}`.trim().split('\n').slice(-20).join('\n')
    throw new Error(`${command} ${args.join(' ')} ended with exit code ${code}\n${tail}`)
  }
  const socket = join(root, DATA, 'forwarding.sock')
  rmSync(socket, { force: true })
  const slirp = spawn('unshare', ['--mount', 'sh', '-c', FORWARD_SCRIPT], {
    env: { ...env, PID: String(pid) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await Promise.race([untilReady(run), failed])

  return {
    run,
    async forward(guestPort, hostPort) {
      await ask(socket, {
        execute: 'add_hostfwd',
        arguments: { proto: 'tcp', host_addr: '127.0.0.1', host_port: hostPort, guest_port: guestPort },
      })
      return `http://127.0.0.1:${hostPort}`
    },
    async [Symbol.asyncDispose]() {
      slirp.kill('SIGTERM')
      const ended = once(unshare, 'exit')
      unshare.kill('SIGKILL')
      await ended
      await removeCgroups()
    },
  }
}

/** The machine's number of the process that unshare has forked. */
async function childOf({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const child = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim())
    if (child > 0) return child
    await sleep(10)
  }
}

async function untilReady(run: Engine['run']): Promise<void> {
  const giveUpAt = Date.now() + START_TIMEOUT_MS
  for (;;) {
    try {
      await run('docker', ['version'])
      return
    } catch (error) {
      if (Date.now() > giveUpAt) throw error
      await sleep(200)
    }
  }
}

async function ask(socket: string, request: object): Promise<void> {
  const connection = createConnection(socket)
  connection.end(JSON.stringify(request))
  const answer = await text(connection)
  if (answer.includes('error')) throw new Error(`slirp4netns: ${answer}`)
}

/** Removes the control groups of the engine (cgroup v1), which stay behind when it is killed. */
async function removeCgroups(): Promise<void> {
  for (const controller of readdirSync(CGROUPS)) {
    const folder = join(CGROUPS, controller, CGROUP)
    if (existsSync(folder)) await removeCgroup(folder)
  }
}

async function removeCgroup(folder: string): Promise<void> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeCgroup(join(folder, entry.name))
  }
  const giveUpAt = Date.now() + END_TIMEOUT_MS
  for (;;) {
    try {
      return rmdirSync(folder)
    } catch (error) {
      // Busy until the last killed process has ended.
      if (Date.now() > giveUpAt) throw error
      await sleep(50)
    }
  }
}
