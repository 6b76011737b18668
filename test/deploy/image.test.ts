import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildImage } from './image.ts'

test('a stage does not build if it needs a file that it does not copy or that .dockerignore withholds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const context = join(folder, 'context')
  mkdirSync(join(context, 'withheld'), { recursive: true })
  writeFileSync(join(context, '.dockerignore'), '*\n!needed.txt\n!build.mjs\n')
  writeFileSync(join(context, 'needed.txt'), 'needed')
  writeFileSync(
    join(context, 'build.mjs'),
    "import { copyFileSync } from 'node:fs'; copyFileSync('needed.txt', 'made.txt')",
  )
  const build = async (name: string, ...copies: string[]) => {
    const lines = ['FROM node AS build', 'WORKDIR /app', ...copies, 'RUN ["node", "build.mjs"]']
    writeFileSync(join(context, name), lines.join('\n'))
    const { folder: made } = await buildImage(join(context, name), context, join(folder, name))
    return readFileSync(join(made, 'app/made.txt'), 'utf8')
  }
  expect(await build('whole', 'COPY build.mjs needed.txt ./')).toBe('needed')
  await expect(build('incomplete', 'COPY build.mjs ./')).rejects.toThrow("copyfile 'needed.txt'")
  await expect(build('ignored', 'COPY build.mjs needed.txt ./', 'COPY withheld withheld')).rejects.toThrow('withheld')
})
