import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { VERSION } from '../../shared/contract/version.ts'

const root = new URL('../..', import.meta.url)
const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8')
const tracked = (...paths: string[]) => execFileSync('git', ['ls-files', ...paths], { cwd: root, encoding: 'utf8' })

test('the version of package.json is the newest of the changelog, of the packages, the documents and the image', () => {
  const [, newest] = /^## (\d\S*)/m.exec(textOf('CHANGELOG.md')) ?? []
  const packages = ['client', 'local/documentdb-gateway'].map(
    (folder) => JSON.parse(textOf(`${folder}/package.json`)).version,
  )
  const [, python] = /^version = "(.*)"$/m.exec(textOf('client/python/pyproject.toml')) ?? []
  const openapi = JSON.parse(textOf('gateway/openapi.json')).info.version
  const images = tracked('deploy', 'docs', 'README.md')
    .trim()
    .split('\n')
    .flatMap((file) => [...textOf(file).matchAll(/(?:inventory-service:|newTag: ")(\d[\w.]*)/g)].map(([, tag]) => tag))
  expect(images.length).toBeGreaterThan(1)
  expect([...new Set([VERSION, newest, ...packages, python, openapi, ...images])]).toEqual([newest])
})

test.each(['package-lock.json', 'client/package-lock.json'])('%s has the same version', (file) => {
  const { version, packages } = JSON.parse(textOf(file))
  expect([version, packages[''].version]).toEqual([VERSION, VERSION])
})
