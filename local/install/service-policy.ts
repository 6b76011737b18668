import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const POLICY_FILE = '/usr/sbin/policy-rc.d'
const OURS = '# inventory-service: the packages it installs must not start the standard services'

/** Runs an install during which Debian's packages start no service, then restores the machine's own policy. */
export async function withoutStartingServices<T>(install: () => Promise<T>, file = POLICY_FILE): Promise<T> {
  restoreServicePolicy(file)
  const forbidsAlready = existsSync(file) && /^\s*exit 101\s*$/m.test(readFileSync(file, 'utf8'))
  if (forbidsAlready) return install()
  if (existsSync(file)) renameSync(file, savedName(file))
  writeFileSync(file, SERVICE_POLICY)
  chmodSync(file, 0o755)
  try {
    return await install()
  } finally {
    restoreServicePolicy(file)
  }
}

/** Whether an interrupted install did not restore the policy. */
export function isServicePolicyLeftBehind(file = POLICY_FILE): boolean {
  return (existsSync(file) && readFileSync(file, 'utf8').includes(OURS)) || existsSync(savedName(file))
}

/** Restores the policy after an interrupted install. */
export function restoreServicePolicy(file = POLICY_FILE): void {
  if (!isServicePolicyLeftBehind(file)) return
  rmSync(file, { force: true })
  if (existsSync(savedName(file))) renameSync(savedName(file), file)
}

/** A policy-rc.d that forbids the start of every service. */
export const SERVICE_POLICY = `#!/bin/sh\n${OURS}\nexit 101\n`

function savedName(file: string): string {
  return `${file}.before-inventory-service`
}
