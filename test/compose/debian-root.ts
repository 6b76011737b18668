import { join } from 'node:path'
import { cacheFolder, makeOnce } from '../../local/install/cache.ts'
import { cannotInstall, requireMirror, SUITE } from '../../local/install/debian-mirror.ts'
import { oncePerSecond, runCommand } from '../../local/processes/run-command.ts'
import { installPackages } from '../support/install/apt-packages.ts'
import { SERVICE_POLICY } from '../support/install/service-policy.ts'

/** A Debian system in a folder of its own, with packages that this machine's release does not have. */
interface DebianRoot {
  readonly packages: readonly string[]
  /** The name of its folder. */
  readonly name: string
  /** What it is for, in messages. */
  readonly title: string
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
`

/** The folder of a Debian system with the packages. The first call creates it, which takes about a minute. */
export async function installDebianRoot(debian: DebianRoot, report: (line: string) => void): Promise<string> {
  const folder = join(cacheFolder(), debian.name)
  await makeOnce(folder, () => makeRoot(join(folder, 'root'), debian, report))
  return join(folder, 'root')
}

async function makeRoot(root: string, debian: DebianRoot, report: (line: string) => void): Promise<void> {
  const { title } = debian
  const mirror = requireMirror(title)
  await installPackages([{ name: 'debootstrap', program: 'debootstrap' }], report)
  report(`installing ${title} into ${root} (a minute or two, once)`)
  const env = {
    SUITE,
    PACKAGES: debian.packages.join(' '),
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
      throw cannotInstall(title, `the install of ${title} failed\n${error.message}`)
    },
  )
  report(`${title} is installed`)
}
