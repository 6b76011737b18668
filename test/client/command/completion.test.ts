import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCommandLine } from './command-line.ts'

const line = createCommandLine()
afterAll(() => line[Symbol.dispose]())

type Paths = Record<string, Record<string, object>>
const { paths }: { paths: Paths } = JSON.parse(
  readFileSync(new URL('../../../gateway/openapi.json', import.meta.url), 'utf8'),
)

test.each(['bash', 'zsh'])(
  'the script for %s has the commands, their options and the paths of the document',
  async (shell) => {
    const { code, stdout, stderr } = await line.run(['completion', shell])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const words = new Set([...stdout.matchAll(/(?<=[ (])'([^'\s]+)'(?=[ )])/g)].map(([, word]) => word))
    expect([...words]).toEqual(
      expect.arrayContaining(['login', 'listen', '--forward-to', '--undo', 'inventory.received']),
    )
    const listed = Object.keys(paths).filter((path) => path !== '/Token')
    expect(listed.filter((path) => !words.has(path))).toEqual([])
  },
)

test('bash completes commands, options, types and paths with parameters', async () => {
  const { stdout: script } = await line.run(['completion', 'bash'])
  const file = join(line.folder, 'completion.bash')
  writeFileSync(file, script)
  const complete = (...words: string[]) => {
    // compopt works only while bash completes.
    const program = `compopt() { :; }; source "$0"; COMP_WORDS=(inventory "$@"); COMP_CWORD=$#; _inventory
      printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', program, file, ...words], { encoding: 'utf8' })
      .trim()
      .split('\n')
  }
  expect(complete('')).toEqual(expect.arrayContaining(['get', 'post', 'put', 'delete', 'follow', 'completion']))
  expect(complete('get', '/Inventory/Lot')).toContain('/Inventory/Lot/')
  expect(complete('get', '/Inventory/Lot/17/')).toEqual(['/Inventory/Lot/17/Trace'])
  expect(complete('post', '/Webhook/5/Log/msg_5_1/')).toEqual(['/Webhook/5/Log/msg_5_1/Resend'])
  expect(complete('post', '/Warehouse')).toEqual([''])
  expect(complete('listen', '--f')).toEqual(['--forward-to'])
  expect(complete('follow', '--types', 'item.created,item.d')).toEqual(['item.created,item.discontinued'])
})

test('a shell without a script is a usage error', async () => {
  expect(await line.run(['completion', 'fish'])).toMatchObject({ code: 2 })
  expect(await line.run(['completion'])).toMatchObject({ code: 2 })
})
