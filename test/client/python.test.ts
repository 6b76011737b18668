import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
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

const documented = JSON.parse(readFileSync(join(folder, '../../gateway/openapi.json'), 'utf8'))

interface Documented {
  readonly responses: object
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>> }
}

/** A method of the client as a type checker sees it: types by argument. */
interface Call {
  readonly method: string
  readonly path: string
  readonly takes: Readonly<Record<string, string>>
  readonly answer: string
}

/** Runs Python in the folder of the client; resolves to its output, even if it fails. */
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
    })
    output = ran.output
  })
  afterAll(() => system?.[Symbol.asyncDispose]())

  test('all ran', () => {
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
  expect(await run(['generate.py', made])).toEqual({ isDone: true, output: '' })
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
  const schemas: Record<string, { properties?: object; required?: string[] }> = documented.components.schemas
  expect([...Object.keys(fields), ...aliases, ...Object.keys(literals)].toSorted()).toEqual(
    [...Object.keys(schemas), 'ChangeType'].toSorted(),
  )
  for (const [name, { properties = {}, required: ofSchema = [] }] of Object.entries(schemas)) {
    expect((fields[name] ?? []).toSorted(), name).toEqual(Object.keys(properties).toSorted())
    expect(required[name] ?? [], name).toEqual(ofSchema.toSorted())
  }

  const { mtimeMs, ino } = statSync(file)
  await run(['generate.py', made])
  expect(statSync(file)).toMatchObject({ mtimeMs, ino })
  writeFileSync(file, '')
  await run(['generate.py', made])
  expect(textOf(file) === first, 'made again, they are the same').toBe(true)
})

test('a type checker knows the parameters and the response of each operation', async () => {
  const made = mkdtempSync(join(tmpdir(), 'python-calls-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  await run(['generate.py', made])
  const program = `
import ast, json, pathlib, sys
stub = ast.parse(pathlib.Path(sys.argv[1]).read_text())
[methods] = [one for one in stub.body if isinstance(one, ast.ClassDef) and one.name == 'Calls']
def to_call(method):
    arguments = [*method.args.args, *method.args.kwonlyargs]
    types = {one.arg: ast.unparse(one.annotation) for one in arguments if one.annotation}
    return {'method': method.name, 'path': ast.literal_eval(types.pop('path')[8:-1]), 'takes': types,
        'answer': ast.unparse(method.returns)}
print(json.dumps([to_call(method) for method in methods.body]))
`
  const { output } = await run(['-c', program, join(made, 'calls.pyi')])
  const calls: Call[] = JSON.parse(output)
  const callsOf = (method: string, path: string) => calls.filter((call) => call.method === method && call.path === path)

  const operations = Object.entries<Record<string, Documented>>(documented.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, method, path, operation })),
  )
  const methods = calls.filter(({ method }) => method !== 'paginate' && method !== 'export')
  expect(new Set(methods.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(operations.map(({ name }) => name).filter((name) => name !== 'post /Token')),
  )
  for (const { name, method, path, operation } of operations.filter(({ path }) => path !== '/Token')) {
    const given = callsOf(method, path)
    const references = new Set(JSON.stringify(operation.responses).match(/(?<=schemas\/)\w+(?=")/g))
    const answers = given.flatMap(({ answer }) => answer.match(/\w+/g) ?? []).filter((type) => references.has(type))
    expect(answers.length, name).toBeGreaterThan(0)
    for (const parameter of path.match(/(?<=\{)\w+/g) ?? [])
      expect(
        given.every(({ takes }) => takes[parameter] === 'str | int'),
        `${name}: ${parameter}`,
      ).toBe(true)
    const body = operation.requestBody?.content['application/json']?.schema.$ref.split('/').at(-1)
    const ofBody = given.map(({ takes }) => takes.body?.replace(' | None', ''))
    expect(new Set(ofBody), name).toEqual(new Set([body ?? (method === 'get' ? undefined : 'None')]))
  }
  expect(callsOf('post', '/Inventory/Receive')).toMatchObject([{ answer: 'Received' }])
  expect(callsOf('post', '/Inventory/Receive/Preview')).toMatchObject([{ answer: 'Preview' }])
  expect(callsOf('post', '/Inventory/Hold')).toMatchObject([
    { answer: 'HoldAnswer', takes: { query: 'HoldDryRun' } },
    { answer: 'HoldAnswer', takes: { query: 'HoldQuery | None' } },
  ])
  expect(callsOf('paginate', '/Inventory')).toMatchObject([{ answer: 'Iterator[Lot]' }])
  expect(callsOf('export', '/Inventory')).toMatchObject([
    { answer: 'Iterator[Lot]' },
    { answer: 'Iterator[dict[str, str]]', takes: { format: "Literal['csv']" } },
  ])
})

test('its lines have at most 125 characters', () => {
  const files = [...filesIn('.'), ...filesIn('generating'), ...filesIn('src/inventory_service'), ...filesIn('tests')]
  const long = files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, index) => (line.length > LINE_LIMIT ? [`${file}:${index + 1}`] : [])),
  )
  expect(long).toEqual([])
})
