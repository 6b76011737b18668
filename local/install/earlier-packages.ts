import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { lockFile } from '../processes/file-lock.ts'
import { runCommand } from '../processes/run-command.ts'
import { cacheFolder } from './cache.ts'

/** While packages are installed, this file keeps Debian from starting their services. The mark shows that it is ours. */
export const POLICY_FILE = '/usr/sbin/policy-rc.d'
export const POLICY_MARK = '# inventory-service: the packages it installs must not start the standard services'
const APT_LOGS = '/var/log/apt'
const BOOT_LINKS = '/etc/systemd/system'
/** In the cache folder: the links were removed. If a service is enabled after that, somebody wants it. */
const DONE = 'boot-links-removed'
/** How versions up to 1.3.0, and nobody else, called apt. */
const OUR_COMMAND =
  'Commandline: apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 '
/** The services that each package starts with the machine. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  'rabbitmq-server': ['rabbitmq-server.service'],
  'redis-server': ['redis-server.service'],
  'erlang-base': ['epmd.service', 'epmd.socket'],
}

/**
 * Versions up to 1.3.0 installed RabbitMQ and Redis on this machine, and Debian starts them with it. Their services are
 * disabled, once, if apt's log says that such a version installed them, and if they do not run. The packages stay.
 */
export async function disableEarlierServices(report: (line: string) => void): Promise<void> {
  const done = join(cacheFolder(), DONE)
  if (process.getuid?.() !== 0) return
  if (isServicePolicyLeftBehind()) await restorePolicy()
  if (existsSync(done)) return
  const enabled = enabledOf(unitsInstalledByUs(readAptLogs(APT_LOGS)))
  if (enabled.length === 0) return
  const running = await Promise.all(enabled.map(isActive))
  const units = enabled.filter((_, i) => !running[i])
  if (units.length > 0) {
    await runCommand('systemctl', ['--quiet', 'disable', ...units])
    report(`${units.join(', ')}, which an earlier version installed, no longer start with this machine`)
  }
  writeFileSync(done, '')
}

async function restorePolicy(): Promise<void> {
  const lock = await lockFile(join(cacheFolder(), 'apt.lock'), { wait: true })
  restoreServicePolicy()
  await lock?.release()
}

/** The services of the packages that an earlier version installed, by the text of apt's history. */
export function unitsInstalledByUs(history: string): string[] {
  const ours = history.split(/\n\s*\n/).filter((entry) => entry.includes(`\n${OUR_COMMAND}`))
  const installed = ours.flatMap((entry) => /^Install: (.*)$/m.exec(entry)?.[1] ?? [])
  return Object.entries(UNITS).flatMap(([name, units]) =>
    installed.some((list) => list.split(/, (?=\S+:)/).some((one) => one.startsWith(`${name}:`))) ? units : [],
  )
}

/** The text of apt's history, with what was rotated. */
export function readAptLogs(folder: string): string {
  if (!existsSync(folder)) return ''
  const names = readdirSync(folder).filter((name) => /^history\.log(\.\d+(\.gz)?)?$/.test(name))
  const texts = names.map((name) => {
    const content = readFileSync(join(folder, name))
    return (name.endsWith('.gz') ? gunzipSync(content) : content).toString()
  })
  return texts.map((text) => `\n${text}`).join('\n\n')
}

function enabledOf(units: readonly string[]): string[] {
  const targets = ['multi-user.target.wants', 'sockets.target.wants'].map((name) => join(BOOT_LINKS, name))
  const linked = new Set(targets.filter((folder) => existsSync(folder)).flatMap((folder) => readdirSync(folder)))
  return units.filter((unit) => linked.has(unit))
}

const isActive = (unit: string) =>
  runCommand('systemctl', ['--quiet', 'is-active', unit]).then(
    () => true,
    () => false,
  )

/** Whether an interrupted install did not restore the policy. */
export function isServicePolicyLeftBehind(file = POLICY_FILE): boolean {
  return (existsSync(file) && readFileSync(file, 'utf8').includes(POLICY_MARK)) || existsSync(savedName(file))
}

/** Restores the policy after an interrupted install. */
export function restoreServicePolicy(file = POLICY_FILE): void {
  if (!isServicePolicyLeftBehind(file)) return
  rmSync(file, { force: true })
  if (existsSync(savedName(file))) renameSync(savedName(file), file)
}

/** Where the machine's own policy is kept during an install. */
export const savedName = (file: string) => `${file}.before-inventory-service`
