import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheFolder } from '../../../local/install/cache.ts'
import { cannotInstall, reasonNotInstallable } from '../../../local/install/debian-mirror.ts'
import { isServicePolicyLeftBehind, restoreServicePolicy } from '../../../local/install/earlier-packages.ts'
import { lockFile } from '../../../local/processes/file-lock.ts'
import { findProgram } from '../../../local/processes/program-paths.ts'
import { oncePerSecond, runCommand } from '../../../local/processes/run-command.ts'
import { withoutStartingServices } from './service-policy.ts'

const LIST_LOCK_TRIES = 60
const APT_OPTIONS = ['-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::Retries=3']
const ENV = { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }

/** A Debian package, and the program in it that we run. */
export interface NeededPackage {
  name: string
  program: string
}

/** Installs the packages whose program is missing. Throws an error that says what to do when it cannot install them. */
export async function installPackages(needed: NeededPackage[], report: (line: string) => void): Promise<void> {
  if ((await missingOf(needed)).length === 0 && !isServicePolicyLeftBehind()) return
  const lock = await lockFile(join(cacheFolder(), 'apt.lock'), { wait: true })
  try {
    restoreServicePolicy()
    const missing = await missingOf(needed)
    const [first] = missing
    if (!first) return
    const reason = reasonNotInstallable(findProgram('apt-get'))
    if (reason) throw cannotInstall(missing.map(({ program }) => program).join(' and '), reason)
    const names = missing.map(({ name }) => name)
    report(`installing ${names.join(', ')} with apt-get`)
    await withoutStartingServices(() => aptInstall(names, oncePerSecond(report))).catch((error: Error) => {
      throw cannotInstall(names.join(' and '), `apt-get failed\n${error.message}`)
    })
  } finally {
    await lock?.release()
  }
}

async function missingOf(needed: NeededPackage[]): Promise<NeededPackage[]> {
  const present = await Promise.all(needed.map(isPresent))
  return needed.filter((_, i) => !present[i])
}

async function isPresent({ name, program }: NeededPackage): Promise<boolean> {
  if (!findProgram(program)) return false
  if (!findProgram('dpkg-query')) return true
  const status = await runCommand('dpkg-query', ['-W', '-f', '$' + '{db:Status-Status}', name]).catch(() => 'unknown')
  return ['installed', 'not-installed', 'unknown', 'config-files'].includes(status)
}

async function aptInstall(names: string[], onLine: (line: string) => void): Promise<void> {
  const options = { env: ENV, onLine }
  if (await runCommand('dpkg', ['--audit'])) await runCommand('dpkg', ['--configure', '-a'], options)
  const install = ['install', '-y', '--no-install-recommends', ...APT_OPTIONS, ...names]
  try {
    await runCommand('apt-get', install, options)
  } catch {
    await updateLists(onLine)
    await runCommand('apt-get', install, options)
  }
}

// The update fails when any source does not answer. The install that follows shows whether that source was needed.
async function updateLists(onLine: (line: string) => void): Promise<void> {
  for (let i = 0; i < LIST_LOCK_TRIES; i++) {
    const failure = await runCommand('apt-get', ['update', ...APT_OPTIONS], { env: ENV, onLine }).catch((e) =>
      String(e),
    )
    if (!failure.includes('Could not get lock')) return
    await sleep(2000)
  }
}
