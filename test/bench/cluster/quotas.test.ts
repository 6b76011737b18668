import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openQuotas } from './quotas.ts'

/** A folder in place of the kernel's, with the lines of /proc/self/mounts and /proc/self/cgroup. */
function kernel(mounts: (root: string) => string, ownGroups: string, files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'inventory-cgroup-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (name: string, text: string) => {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), text)
    return join(root, name)
  }
  for (const [name, text] of Object.entries(files)) write(name, text)
  return { root, mounts: write('mounts', mounts(root)), ownGroups: write('cgroup', ownGroups) }
}

/** The files of the only group that was made in a folder. */
function groupIn(folder: string): Record<string, string> {
  const [group = ''] = readdirSync(folder).filter((name) => name.startsWith('inventory-bench-'))
  const files = readdirSync(join(folder, group))
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, group, name), 'utf8')]))
}

test('with cgroup v1 a process gets its share in a group below the own one', () => {
  const mounts = (root: string) => `cgroup ${root}/cpu cgroup rw,relatime,cpu 0 0\n`
  const files = kernel(mounts, '3:memory:/else\n2:cpu,cpuacct:/mine\n0::/\n', { 'cpu/mine/tasks': '' })
  const quotas = openQuotas(files)
  expect(quotas.kind).toBe('cgroup v1')
  quotas.limit(4_711, 0.25)
  expect(groupIn(join(files.root, 'cpu/mine'))).toEqual({
    'cpu.cfs_period_us': '100000',
    'cpu.cfs_quota_us': '25000',
    'cgroup.procs': '4711',
  })
})

test('with cgroup v2 a process gets its share below the nearest group that gives the controller to others', () => {
  const mounts = (root: string) => `cgroup2 ${root}/unified cgroup2 rw 0 0\n`
  const files = kernel(mounts, '0::/user.slice/session\n', {
    'unified/cgroup.controllers': 'cpu memory\n',
    'unified/cgroup.subtree_control': 'cpu\n',
    'unified/user.slice/cgroup.subtree_control': 'cpu memory\n',
    'unified/user.slice/session/cgroup.subtree_control': '\n',
  })
  const quotas = openQuotas(files)
  expect(quotas.kind).toBe('cgroup v2')
  quotas.limit(4_711, 0.15)
  expect(groupIn(join(files.root, 'unified/user.slice'))).toEqual({ 'cpu.max': '15000 100000', 'cgroup.procs': '4711' })
})

test('where neither has the controller, the error says so', () => {
  const mounts = (root: string) => `cgroup2 ${root}/unified cgroup2 rw 0 0\ncgroup ${root}/pids cgroup rw,pids 0 0\n`
  const files = kernel(mounts, '0::/\n', { 'unified/cgroup.controllers': 'hugetlb\n' })
  expect(() => openQuotas(files)).toThrow('neither cgroup v2 nor cgroup v1 has the controller cpu')
})
