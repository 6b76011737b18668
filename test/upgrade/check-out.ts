import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../local/processes/run-command.ts'

const root = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../../../', import.meta.url).pathname

export interface Checkout extends AsyncDisposable {
  readonly folder: string
}

/** Checks a commit out into a temporary folder and builds it there; undefined if the history does not reach back to it. */
export async function checkOut(commit: string): Promise<Checkout | undefined> {
  const isThere = await runCommand('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).then(
    () => true,
    () => false,
  )
  if (!isThere) return undefined
  const folder = mkdtempSync(join(tmpdir(), `inventory-${commit}-`))
  const remove = async () => rmSync(folder, { recursive: true, force: true })
  try {
    const archive = join(folder, 'checkout.tar')
    await runCommand('git', ['archive', `--output=${archive}`, commit], { cwd: root })
    await runCommand('tar', ['xf', archive], { cwd: folder })
    await runCommand('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder })
    await runCommand('npx', ['tsc', '-b'], { cwd: folder })
  } catch (error) {
    await remove()
    throw error
  }
  return { folder, [Symbol.asyncDispose]: remove }
}
