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
const PACKAGE = 'postgresql-18-documentdb'
const FOLDER = `${SUITE}-${PACKAGE}`

// The script runs in its own mount and process namespaces, so no mount and no process remains when it ends.
const INSTALL_SCRIPT = `
set -e
debootstrap --variant=minbase "$SUITE" "$ROOT" "$MIRROR" /usr/share/debootstrap/scripts/sid
printf '%s' "$SERVICE_POLICY" > "$ROOT/usr/sbin/policy-rc.d"
chmod 755 "$ROOT/usr/sbin/policy-rc.d"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
chroot "$ROOT" apt-get install -y --no-install-recommends "$PACKAGE"
chroot "$ROOT" apt-get clean
mkdir -p "$ROOT/srv/documentdb"
`

/** The folder of a Debian system with PostgreSQL and DocumentDB. The first call creates it, which takes about a minute. */
export async function installDocumentDbRoot(report: (line: string) => void): Promise<string> {
  const base = join(cacheFolder(), FOLDER)
  if (isComplete(base)) return join(base, 'root')
  const lock = await lockFile(join(cacheFolder(), `${FOLDER}.lock`), { wait: true })
  try {
    await makeOnce(base, (folder) => makeRoot(join(folder, 'root'), report))
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

async function makeRoot(root: string, report: (line: string) => void): Promise<void> {
  const reason = reasonNotInstallable(findProgram('apt-get'))
  if (reason) throw cannotInstall('MongoDB (mongod)', reason)
  const codename = debianCodename()
  const mirror = findDebianMirror(codename)
  if (!mirror)
    throw cannotInstall('MongoDB (mongod)', `apt's sources name no Debian mirror for ${codename || 'this system'}`)
  await installPackages([{ name: 'debootstrap', program: 'debootstrap' }], report)
  report(`installing DocumentDB into ${dirname(root)} (about 1 GB, a minute or two, once)`)
  const env = {
    SUITE,
    PACKAGE,
    ROOT: root,
    MIRROR: mirror,
    SERVICE_POLICY,
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C.UTF-8',
  }
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  const command = ['--pdeathsig', 'KILL', '--', 'unshare', ...namespaces, 'sh', '-c', INSTALL_SCRIPT]
  await runCommand('setpriv', command, { env, onLine: oncePerSecond((line) => report(`DocumentDB: ${line}`)) }).catch(
    (error: Error) => {
      throw cannotInstall('MongoDB (mongod)', `the install of DocumentDB failed\n${error.message}`)
    },
  )
  report('DocumentDB is installed')
}

function debianCodename(): string {
  try {
    return /^VERSION_CODENAME=["']?(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? ''
  } catch {
    return ''
  }
}
