import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { sources, textOf } from '../../contract/sources.ts'

const FOLDER = 'local/documentdb-gateway'
const { dependencies, exports } = JSON.parse(textOf(`${FOLDER}/package.json`))

test('other code imports only what the package exports', () => {
  const others = sources.filter((file) => !file.startsWith(`${FOLDER}/`) && !file.startsWith(`test/${FOLDER}/`))
  const imported = others.flatMap((file) =>
    [...textOf(file).matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => normalize(join(dirname(file), path))),
  )
  const used = new Set(imported.filter((path) => path.startsWith(`${FOLDER}/`)))
  const { '.': _main, ...modules } = exports
  expect([...used].toSorted()).toEqual(
    Object.values<string>(modules)
      .map((path) => join(FOLDER, path))
      .toSorted(),
  )
})

test('the repository installs the same versions of the package’s dependencies, and no service needs them', () => {
  const root = JSON.parse(textOf('package.json'))
  expect(root.devDependencies).toMatchObject(dependencies)
  for (const name of Object.keys(dependencies)) expect(root.dependencies).not.toHaveProperty(name)
})
