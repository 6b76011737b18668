import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { screens } from '../../support/console/screens.ts'

test('every address of the console is among the screens that tests visit', () => {
  const folder = new URL('../../../console/src/', import.meta.url)
  const declaring = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^app\/routes\.tsx$|-family\.ts$/.test(file),
  )
  const patterns = declaring.flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\bat\('([^']+)'/g)].map(([, path = '']) => path),
  )
  expect(patterns.length).toBeGreaterThan(40)
  const isShown = (pattern: string) => {
    const address = new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return screens.some(({ path }) => address.test(path.split('?')[0] ?? ''))
  }
  expect(patterns.filter((pattern) => !isShown(pattern))).toEqual([])
})
