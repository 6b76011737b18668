import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHARED_FOLDERS } from '../../local/build-console.ts'
import { HEAP_LIMIT } from '../../local/services.ts'
import { files, textOf } from '../contract/sources.ts'

const root = new URL('../..', import.meta.url).pathname

function compiledFiles(project: string): string[] {
  const options = { cwd: root, encoding: 'utf8' } as const
  const listed = execFileSync('node_modules/.bin/tsc', ['-p', project, '--listFilesOnly'], options)
  return listed
    .split('\n')
    .filter((file) => file.startsWith(root) && !file.includes('/node_modules/'))
    .map((file) => file.slice(root.length))
}

test('npm start compiles the production code and none of the tests', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of ['start', 'ctl']) expect(scripts[name], name).toContain('npm run -s compile && exec node dist/')
  expect(scripts.compile).toContain(
    '&& if test -e dist/.tsbuildinfo; then tsc -b; else tsc -p local/tsconfig.start.json; fi',
  )
  expect(scripts.build).toContain(`&& tsc -b && node ${HEAP_LIMIT} dist/local/processes/bundle.js`)
  const compiled = compiledFiles('.')
  expect(compiled).toContain('local/start.ts')
  expect(compiled.filter((file) => /^(test|client)\//.test(file))).toEqual([])
  expect(compiledFiles('local/tsconfig.start.json')).toEqual(compiled)
})

test('the image makes the bundles with the flags of npm start, as V8 takes no code cache of others', () => {
  const dockerfile = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  expect(dockerfile).toContain(`RUN ["node", "${HEAP_LIMIT}", "dist/local/processes/bundle.js"]`)
})

test('the console is rebuilt after a change of the code that it shares with the services, and the image has that code', () => {
  const sources = files.filter((file) => file.startsWith('console/src/')).map(textOf)
  const used = new Set(sources.flatMap((text) => text.match(/(?<=\.\.\/)shared\/[a-z-]+(?=\/)/g) ?? []))
  expect([...used].toSorted()).toEqual(SHARED_FOLDERS.toSorted())
  const copied = textOf('deploy/Dockerfile').match(/(?<=^COPY )shared\/[a-z-]+(?= )/gm) ?? []
  expect(copied.toSorted()).toEqual(SHARED_FOLDERS.toSorted())
})

test('the tests are a project of their own that builds on the production code', () => {
  const compiled = compiledFiles('test')
  expect(compiled).toContain('test/local/build.test.ts')
  expect(compiled).toContain('test/faults/main.ts')
})
