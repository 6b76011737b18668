import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
type Paths = Record<string, Record<string, { operationId?: string }>>

const generate = (file: string) => execFileSync(process.execPath, [join(root, 'client/generate.mjs'), file])

test('the types of the client are generated from the committed document, and only when it has changed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'schema.ts')
  writeFileSync(file, '// Generated from an earlier document\n')
  generate(file)
  const types = readFileSync(file, 'utf8')
  expect(types === textOf('client/src/schema.ts'), 'those that this build uses are the same').toBe(true)

  const [, ofPaths = ''] = /^export interface paths \{\n([\s\S]*?)^\}/m.exec(types) ?? []
  const [, ofOperations = ''] = /^export interface operations \{\n([\s\S]*?)^\}/m.exec(types) ?? []
  const { paths, webhooks }: { paths: Paths; webhooks: Paths } = JSON.parse(textOf('gateway/openapi.json'))
  const ids = [...Object.values(paths), ...Object.values(webhooks)].flatMap((path) =>
    Object.values(path).flatMap(({ operationId }) => operationId ?? []),
  )
  expect(namesIn(ofPaths)).toEqual(new Set(Object.keys(paths)))
  expect(namesIn(ofOperations)).toEqual(new Set(ids))

  const { mtimeMs, ino } = statSync(file)
  generate(file)
  expect(statSync(file)).toMatchObject({ mtimeMs, ino })
})

/** The names of an interface's members, which are indented once. */
const namesIn = (members: string) => new Set([...members.matchAll(/^ {4}"?([\w/{}-]+)"?: /gm)].map(([, name]) => name))
