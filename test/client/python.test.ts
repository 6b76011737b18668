import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { STILL_RUNNING } from '../../shared/contract/core/errors.ts'
import { findPython } from '../support/python.ts'
import { registerBasics } from '../support/system/registries.ts'
import { startSystem, type TestSystem } from '../support/system/system.ts'

const folder = new URL('../../client/python', import.meta.url).pathname
const LINE_LIMIT = 125

let python: string
beforeAll(async () => {
  python = await findPython()
})

const filesIn = (room: string) =>
  readdirSync(join(folder, room))
    .filter((name) => name.endsWith('.py') && name !== 'schema.py')
    .map((name) => join(folder, room, name))
const textOf = (file: string) => readFileSync(file, 'utf8')

/** Runs Python in the folder of the client; resolves to its output, also if it fails. */
async function run(args: string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const options = {
    cwd: folder,
    env: { PATH, PYTHONPATH: join(folder, 'src'), PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'error', ...env },
  }
  const toOutput = ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`
  return promisify(execFile)(python, args, options).then(
    (ended) => ({ isDone: true, output: toOutput(ended) }),
    (ended) => ({ isDone: false, output: toOutput(ended) }),
  )
}

describe('The tests of the Python client', () => {
  const names = filesIn('tests').flatMap((file) =>
    [...textOf(file).matchAll(/^ {4}def (test_\w+)\(/gm)].map(([, name = '']) => name),
  )
  let system: TestSystem
  let output = ''
  beforeAll(async () => {
    system = await startSystem({ isSandbox: true })
    await registerBasics(system.call)
    const { clientId, clientSecret } = await system.createClient()
    const ran = await run(['-m', 'unittest', 'discover', '-v', '-s', 'tests'], {
      INVENTORY_URL: system.url,
      INVENTORY_CLIENT_ID: clientId,
      INVENTORY_CLIENT_SECRET: clientSecret,
      INVENTORY_STILL_RUNNING: STILL_RUNNING,
    })
    output = ran.output
  })
  afterAll(() => system?.[Symbol.asyncDispose]())

  test('are those that ran', () => {
    const ran = [...output.matchAll(/^(test_\w+) \(/gm)].map(([, name]) => name)
    expect(ran.toSorted(), output).toEqual(names.toSorted())
  })

  test.each(names)('%s', (name) => {
    const [, outcome] = new RegExp(`^${name} \\(.*\\) \\.\\.\\. (.*)$`, 'm').exec(output) ?? []
    expect(outcome, output).toBe('ok')
  })
})

test('the types are generated from the committed document, and only when it has changed', async () => {
  const made = mkdtempSync(join(tmpdir(), 'python-schema-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  const file = join(made, 'schema.py')
  writeFileSync(file, '# Generated from an earlier document\n')
  expect(await run(['generate.py', file])).toEqual({ isDone: true, output: '' })
  const first = textOf(file)

  // Evaluates each annotation, so that a name that is nowhere is an error.
  const program = `
import json, schema, typing
public = {name: value for name, value in vars(schema).items() if not name.startswith('_')}
types = {name: value for name, value in public.items() if getattr(value, '__module__', '') == 'schema'}
aliases = [name for name, value in public.items() if isinstance(value, str) and eval(value, vars(schema))]
for value in vars(schema).copy().values():
    if getattr(value, '__module__', '') == 'schema':
        typing.get_type_hints(value)
print(json.dumps({
    'fields': {name: list(typing.get_type_hints(value)) for name, value in types.items()},
    'required': {name: sorted(value.__required_keys__) for name, value in types.items()},
    'aliases': aliases,
    'literals': {
        name: typing.get_args(value) for name, value in public.items() if typing.get_origin(value) is typing.Literal
    },
}))
`
  const { output } = await run(['-c', program], { PYTHONPATH: made })
  const { fields, required, aliases, literals } = JSON.parse(output)
  const { paths, components } = JSON.parse(textOf(join(folder, '../../gateway/openapi.json')))
  const schemas: Record<string, { properties?: object; required?: string[] }> = components.schemas
  const ofMethods = ['GetPath', 'PostPath', 'PutPath', 'DeletePath']
  const others = [...ofMethods, 'ListPath', 'ExportPath', 'ChangeType']
  expect([...Object.keys(fields), ...aliases, ...Object.keys(literals)].toSorted()).toEqual(
    [...Object.keys(schemas), ...others].toSorted(),
  )
  for (const [name, { properties = {}, required: ofSchema = [] }] of Object.entries(schemas)) {
    expect((fields[name] ?? []).toSorted(), name).toEqual(Object.keys(properties).toSorted())
    expect(required[name] ?? [], name).toEqual(ofSchema.toSorted())
  }
  const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  const ofTypes = ofMethods.flatMap((name) =>
    literals[name].map((path: string) => `${name.replace('Path', '').toLowerCase()} ${path}`),
  )
  expect(ofTypes.toSorted()).toEqual(operations.toSorted())

  const { mtimeMs, ino } = statSync(file)
  await run(['generate.py', file])
  expect(statSync(file)).toMatchObject({ mtimeMs, ino })
  writeFileSync(file, '')
  await run(['generate.py', file])
  expect(textOf(file) === first, 'made again, they are the same').toBe(true)
})

test('its lines have at most 125 characters', () => {
  const files = [...filesIn('.'), ...filesIn('src/inventory_service'), ...filesIn('tests')]
  const long = files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (line.length > LINE_LIMIT ? [`${file}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})
