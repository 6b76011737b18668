import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oncePerSecond, runCommand } from '../processes/run-command.ts'
import { cacheFolder, makeOnce } from './cache.ts'
import { cannotInstall, requireMirror, SUITE } from './debian-mirror.ts'

const TITLE = 'RabbitMQ, Redis and DocumentDB'
/** The versions of the servers that the system runs on, including those of docker-compose.yml. */
export const SERVER_VERSIONS = { rabbitmq: '4', redis: '8', mongo: '8' } as const
/** The servers, and what a shell script needs that starts them; their dependencies come with them. Redis has an epoch. */
const PACKAGES = [
  'postgresql-18-documentdb',
  `rabbitmq-server=${SERVER_VERSIONS.rabbitmq}.*`,
  `redis-server=5:${SERVER_VERSIONS.redis}.*`,
  ...['base-files', 'coreutils', 'dash', 'libc-bin', 'util-linux'],
]
/** The numbers that Debian gives this user: clusters of earlier versions belong to them. */
const POSTGRES_ID = 101
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg'

/**
 * Unpacks packages without configuring them, on all processors: that takes a fraction of the time. What their scripts
 * would have done and the servers need follows. The first package has the links that the paths of others lead through.
 * The script runs in its own process namespace, so no process remains when it ends.
 */
const INSTALL_SCRIPT = `
set -e
export APT_CONFIG="$WORK/apt.conf"
apt-get update
set -f
apt-get install -y --download-only $PACKAGES
set +f
cd "$WORK/archives"
dpkg-deb -x base-files_*.deb "$ROOT"
ls *.deb | xargs -P "$(nproc)" -n 4 sh -ec 'for deb; do echo "unpacking $deb"; dpkg-deb -x "$deb" "$ROOT"; done' unpack
printf 'root:x:0:0::/root:/bin/sh\npostgres:x:$ID:$ID::/var/lib/postgresql:/bin/sh\n' > "$ROOT/etc/passwd"
printf 'root:x:0:\npostgres:x:$ID:\n' > "$ROOT/etc/group"
printf '127.0.0.1 localhost\n' > "$ROOT/etc/hosts"
chroot "$ROOT" ldconfig
ln -s postgis-3.control "$ROOT/usr/share/postgresql/18/extension/postgis.control"
mkdir -p "$ROOT/proc" "$ROOT/dev" "$ROOT/srv/documentdb" "$ROOT/srv/rabbitmq" "$ROOT/srv/redis"
`.replaceAll('$ID', String(POSTGRES_ID))

/** The folder of a Debian system that runs all servers. The first call creates it. */
export async function installServerRoot(report: (line: string) => void): Promise<string> {
  const folder = join(cacheFolder(), `${SUITE}-servers`)
  await makeOnce(folder, () => makeRoot(folder, report))
  return join(folder, 'root')
}

async function makeRoot(folder: string, report: (line: string) => void): Promise<void> {
  const mirror = requireMirror(TITLE)
  report(`installing ${TITLE} into ${folder} (about 700 MB, once)`)
  const [work, root] = [join(folder, 'work'), join(folder, 'root')]
  for (const made of [root, join(work, 'lists/partial'), join(work, 'archives/partial')])
    mkdirSync(made, { recursive: true })
  writeFileSync(join(work, 'status'), '')
  writeFileSync(join(work, 'sources.list'), `deb [signed-by=${KEYRING}] ${mirror} ${SUITE} main\n`)
  writeFileSync(join(work, 'apt.conf'), aptConfig(work))
  const env = { WORK: work, ROOT: root, PACKAGES: PACKAGES.join(' '), LC_ALL: 'C.UTF-8' }
  const namespaces = ['--pid', '--fork', '--kill-child', '--mount-proc']
  const command = ['--pdeathsig', 'KILL', '--', 'unshare', ...namespaces, 'sh', '-c', INSTALL_SCRIPT]
  const onLine = oncePerSecond((line) => report(`installing: ${line}`))
  await runCommand('setpriv', command, { env, onLine }).catch((error: Error) => {
    throw cannotInstall(TITLE, `the install failed\n${error.message}`)
  })
  rmSync(work, { recursive: true })
  report(`${TITLE} are installed`)
}

/** Settings of an apt of its own: it shares the mirror and proxies of the machine, but no packages and no locks. */
const aptConfig = (work: string) => `
Dir::Etc::SourceList "${work}/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State::Lists "${work}/lists";
Dir::State::status "${work}/status";
Dir::Cache "${work}";
Dir::Cache::archives "${work}/archives";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
APT::Update::Error-Mode "any";
Acquire::Languages "none";
Acquire::Retries "3";
`
