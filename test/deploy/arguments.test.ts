import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname

/** A folder of programs that note their arguments, and go on as the programs of the machine. */
function notingPrograms(folder: string, names: readonly string[]): string {
  for (const name of names) {
    const program = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    const script = `#!/bin/sh\nprintf '%s\\n' "$0 $*" >>'${folder}/arguments'\nexec ${program} "$@"\n`
    writeFileSync(join(folder, name), script, { mode: 0o755 })
  }
  return `${folder}:${process.env.PATH}`
}

test('deploy/setup passes no secret as an argument, since other users of the machine see arguments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-arguments-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const programs = ['awk', 'cat', 'chmod', 'head', 'mkdir', 'mv', 'od', 'openssl', 'sed', 'tr']
  const secrets = join(folder, 'secrets')
  const PATH = notingPrograms(folder, programs)
  execFileSync(join(root, 'deploy/setup'), [secrets], { env: { ...process.env, PATH } })
  const noted = readFileSync(join(folder, 'arguments'), 'utf8')
  expect(noted).toContain('/awk ')
  const values = readdirSync(secrets).map((name) => readFileSync(join(secrets, name), 'utf8').trim())
  expect(values.filter((value) => noted.includes(value))).toEqual([])
  const definitions = JSON.parse(readFileSync(join(secrets, 'rabbitmq-definitions'), 'utf8'))
  const password = readFileSync(join(secrets, 'rabbitmq-ctl'), 'utf8')
  expect(JSON.stringify(definitions)).toContain(password)
  expect(JSON.stringify(definitions)).not.toContain('@inventory-')
})

test('deploy/update passes no secret as an argument either, but by standard input or the environment', () => {
  const script = readFileSync(join(root, 'deploy/update'), 'utf8')
  const read = script.split('\n').filter((line) => /\$\(cat [^)]*secrets/.test(line))
  expect(read).toEqual([])
  expect(script).toContain('<deploy/secrets/mongodb-uri-reporting')
})
