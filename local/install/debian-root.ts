import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { lockFile } from '../processes/file-lock.ts'
import { findProgram } from '../processes/find-program.ts'
import { oncePerSecond, runCommand } from '../processes/run-command.ts'
import { installPackages } from './apt-packages.ts'
import { findDebianMirror } from './apt-sources.ts'
import { cacheFolder } from './cache-folder.ts'
import { cannotInstall, reasonNotInstallable } from './cannot-install.ts'
import { SERVICE_POLICY } from './service-policy.ts'

/** The Debian release that packages DocumentDB. */
const SUITE = 'forky'

/** A Debian system in a folder of its own, with packages that this machine's release does not have. */
export interface DebianRoot {
  /** The folder's name, and the first of the packages. */
  readonly package: string
  readonly otherPackages?: readonly string[]
  /** What it is for, in messages. */
  readonly title: string
  /** The program that is missing without it. */
  readonly program: string
}

const DOCUMENTDB: DebianRoot = {
  package: 'postgresql-18-documentdb',
  title: 'DocumentDB',
  program: 'MongoDB (mongod)',
}

// The script runs in its own mount and process namespaces, so no mount and no process remains when it ends.
const INSTALL_SCRIPT = `
set -e
debootstrap --variant=minbase "$SUITE" "$ROOT" "$MIRROR" /usr/share/debootstrap/scripts/sid
printf '%s' "$SERVICE_POLICY" > "$ROOT/usr/sbin/policy-rc.d"
chmod 755 "$ROOT/usr/sbin/policy-rc.d"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
chroot "$ROOT" apt-get install -y --no-install-recommends $PACKAGES
chroot "$ROOT" apt-get clean
mkdir -p "$ROOT/srv/documentdb"
`

/** The folder of a Debian system with PostgreSQL and DocumentDB. */
export const installDocumentDbRoot = (report: (line: string) => void): Promise<string> =>
  installDebianRoot(DOCUMENTDB, report)

/** The folder of a Debian system with the packages. The first call creates it, which takes about a minute. */
export async function installDebianRoot(debian: DebianRoot, report: (line: string) => void): Promise<string> {
  const name = `${SUITE}-${debian.package}`
  const base = join(cacheFolder(), name)
  if (isComplete(base)) return join(base, 'root')
  const lock = await lockFile(join(cacheFolder(), `${name}.lock`), { wait: true })
  try {
    await makeOnce(base, (folder) => makeRoot(join(folder, 'root'), debian, report))
  } finally {
    await lock?.release()
  }
  return join(base, 'root')
}

/** Creates the content of a folder unless it is complete. It removes the content of an interrupted attempt first. */
export async function makeOnce(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (isComplete(folder)) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  await make(folder)
  // The marker must not reach the disk before the content.
  await runCommand('sync', ['--file-system', folder])
  writeFileSync(join(folder, 'complete'), '')
}

function isComplete(folder: string): boolean {
  return existsSync(join(folder, 'complete'))
}

async function makeRoot(root: string, debian: DebianRoot, report: (line: string) => void): Promise<void> {
  const { title, program } = debian
  const reason = reasonNotInstallable(findProgram('apt-get'))
  if (reason) throw cannotInstall(program, reason)
  const codename = debianCodename()
  const mirror = findDebianMirror(codename)
  if (!mirror) throw cannotInstall(program, `apt's sources name no Debian mirror for ${codename || 'this system'}`)
  await installPackages([{ name: 'debootstrap', program: 'debootstrap' }], report)
  report(`installing ${title} into ${dirname(root)} (about 1 GB, a minute or two, once)`)
  const env = {
    SUITE,
    PACKAGES: [debian.package, ...(debian.otherPackages ?? [])].join(' '),
    ROOT: root,
    MIRROR: mirror,
    SERVICE_POLICY,
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C.UTF-8',
  }
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const command = ['--pdeathsig', 'KILL', '--', 'unshare', ...namespaces, 'sh', '-c', INSTALL_SCRIPT]
  await runCommand('setpriv', command, { env, onLine: oncePerSecond((line) => report(`${title}: ${line}`)) }).catch(
    (error: Error) => {
      throw cannotInstall(program, `the install of ${title} failed\n${error.message}`)
    },
  )
  report(`${title} is installed`)
}

function debianCodename(): string {
  try {
    return /^VERSION_CODENAME=["']?(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}
