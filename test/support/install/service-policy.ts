import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { POLICY_FILE, POLICY_MARK, restoreServicePolicy, savedName } from '../../../local/install/earlier-packages.ts'

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

/** A policy-rc.d that forbids the start of every service. */
export const SERVICE_POLICY = `#!/bin/sh\n${POLICY_MARK}\nexit 101\n`
