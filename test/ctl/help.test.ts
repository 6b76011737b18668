import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { permissionTable } from '../../shared/contract/core/access.ts'
import { operations } from '../../shared/contract/index.ts'
import { runWith } from './ctl-world.ts'

const help = async (...words: string[]) => {
  const { exitCode, stdout, stderr } = await runWith({}, [...words, '--help'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  // Descriptions are wrapped to the width of a terminal.
  return stdout.replaceAll(/\n {10,}/g, ' ')
}
const commands = operations.flatMap(({ command }) => command ?? [])

describe('Help', () => {
  it('describes every group of commands', async () => {
    const text = await help()
    for (const [noun = ''] of commands.map((command) => command.split(' '))) {
      expect(text).toMatch(new RegExp(`^  ${noun}[ |].* {2,}[A-Z]`, 'm'))
    }
  })

  it('marks exactly the required flags', async () => {
    const text = await help('client', 'create')
    for (const flag of ['--client-id', '--group', '--warehouses']) {
      expect(text).toMatch(new RegExp(`^  ${flag} .*required`, 'm'))
    }
    expect(text).not.toMatch(/--read-only.*required/)
    expect(await help('client', 'update')).not.toMatch(/--warehouses.*required/)
  })

  it('lists the values of a flag that accepts only some', async () => {
    expect(await help('reason', 'create')).toMatch(/--direction .*\(in, out; required\)/)
    expect(await help('order', 'put')).toMatch(/--kind .*\(onOrder, aSN, committed, packed; required\)/)
  })

  it('lists the permissions by number and name for commands that need one', async () => {
    const text = await help('group', 'create')
    for (const { id } of Object.values(permissionTable)) expect(text).toMatch(new RegExp(`^ +${id} +[a-z-]+ `, 'm'))
    expect(text).toContain('item-master-list')
  })
})

it('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  expect(await runWith({}, ['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
})

it('permission list shows every permission without a running system', async () => {
  const { exitCode, stdout } = await runWith({}, ['permission', 'list', '--json'])
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toContainEqual({
    id: 11,
    name: 'item-master-list',
    description: permissionTable.itemMasterList.description,
  })
  expect(JSON.parse(stdout)).toHaveLength(Object.keys(permissionTable).length)
})
