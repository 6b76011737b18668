import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../local/processes/program-paths.ts'
import { root, textOf } from '../docs/docs.ts'
import { installPackages } from '../support/install/apt-packages.ts'
import { findPython } from '../support/python.ts'

const run = (program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  promisify(execFile)(program, args, options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )

const blocksOf = (document: string, language: string) =>
  [...textOf(document).matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code = '']) => code)

function inFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'client-examples-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** As a new project of an integrator has it. */
const strict = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
  typeRoots: [join(root, 'client/node_modules/@types')],
  paths: { '@inventory-service/client': [join(root, 'client/src/index.ts')] },
}

async function compile(code: string): Promise<string> {
  const folder = inFolder({
    'package.json': '{"type":"module"}',
    'example.ts': code,
    'tsconfig.json': JSON.stringify({ compilerOptions: strict, files: ['example.ts'] }),
  })
  return run(process.execPath, [join(root, 'client/node_modules/typescript/bin/tsc'), '-p', folder])
}

test('the examples in the README of the TypeScript client are compiled strictly', async () => {
  const examples = blocksOf('client/README.md', 'ts')
  expect(examples.length).toBeGreaterThan(0)
  expect(await compile(examples.join('\n'))).toBe('')
})

test('natural calls compile strictly without a cast: each path has one response type', async () => {
  const calls = `
import { createInventoryClient } from '@inventory-service/client'
const inventory = createInventoryClient({ baseUrl: '', clientId: '', clientSecret: '' })
const body = { itemID: 'BOLT-M6-30', units: 1, wid: 1, reasonCode: 10 }
export const numbers = async (): Promise<(number | undefined)[]> => [
  (await inventory.POST('/Inventory/Receive', { body })).data?.recNo,
  (await inventory.POST('/Inventory/Receive/Preview', { body })).data?.units,
  (await inventory.POST('/Inventory/Move', { body: { itemID: 'A', units: 1, wid: 1, toSpot: 'B' } })).data?.recNo,
  (await inventory.POST('/Inventory/Issue', { body })).data?.transactionNo,
  (await inventory.POST('/Inventory/Adjust', { body: { ...body, expected: 1, counted: 2 } })).data?.partNo,
  (await inventory.POST('/Inventory/Batch', { body: { mode: 'atomic', lines: [] } })).data?.results.length,
  (await inventory.GET('/Item', { params: { query: { page: 1 } } })).data?.value[0]?.partNo,
  (await inventory.GET('/Item/Find', { params: { query: { key: 'A' } } })).data?.partNo,
  (await inventory.GET('/Category/{Category}/Items', { params: { path: { Category: 1 } } })).data?.[0]?.partNo,
]
export const warehouseOf = async (): Promise<number | undefined> => {
  const { data } = await inventory.GET('/Changes', { params: { query: { since: 0 } } })
  const [change] = data?.value ?? []
  return change?.type === 'inventory.received' ? change.data.wid : undefined
}
`
  expect(await compile(calls)).toBe('')
})

test('the examples in the README of the Python client pass mypy --strict', async () => {
  const python = await findPython()
  await installPackages([{ name: 'mypy', program: 'mypy' }], (line) => console.log(line))
  const client = join(root, 'client/python')
  await run(python, ['generate.py'], { cwd: client })
  const examples = blocksOf('client/python/README.md', 'python')
  expect(examples.length).toBeGreaterThan(2)
  // What the framework of a receiver gives.
  const given = 'from typing import Any\n\nrequest: Any = None\nsecret = ""\n\n'
  const folder = inFolder({ 'example.py': given + examples.join('\n\n') })
  const env = { ...process.env, MYPYPATH: join(client, 'src'), MYPY_CACHE_DIR: folder }
  const output = await run(findProgram('mypy') ?? 'mypy', ['--strict', join(folder, 'example.py')], { env })
  expect(output).toBe('Success: no issues found in 1 source file\n')
})
