import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PERIOD_MICROS = 100_000

/** Makes groups of processes that get a share of a processor each. */
export interface Quotas {
  readonly kind: 'cgroup v1' | 'cgroup v2'
  /** A group of its own for a process and its threads. */
  limit(pid: number, processors: number): void
  /** Removes the groups, whose processes have ended. */
  remove(): void
}

/** Where the kernel's files are; other places in tests. */
export interface KernelFiles {
  readonly mounts: string
  readonly ownGroups: string
}

const KERNEL: KernelFiles = { mounts: '/proc/self/mounts', ownGroups: '/proc/self/cgroup' }

/** Quotas by the controller cpu of cgroup v2, or else v1; throws an error that says why there are none. */
export function openQuotas({ mounts, ownGroups }: KernelFiles = KERNEL): Quotas {
  const mounted = readFileSync(mounts, 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .map(([, folder = '', type = '', options = '']) => ({ folder, type, options: options.split(',') }))
  const own = readFileSync(ownGroups, 'utf8').trim().split('\n')
  const v1 = mounted.find(({ type, options }) => type === 'cgroup' && options.includes('cpu'))
  const parents = [
    ...mounted
      .filter(({ type, folder }) => type === 'cgroup2' && hasWord(join(folder, 'cgroup.controllers'), 'cpu'))
      .map(({ folder }) => ({ kind: 'cgroup v2' as const, folder: delegating(folder, groupOf(own, '')) })),
    ...(v1 ? [{ kind: 'cgroup v1' as const, folder: nearest(v1.folder, groupOf(own, 'cpu')) }] : []),
  ]
  const [parent] = parents.filter(({ folder }) => isWritable(folder))
  if (!parent)
    throw new Error(
      parents.length === 0
        ? 'No CPU quotas: neither cgroup v2 nor cgroup v1 has the controller cpu here'
        : `No CPU quotas: ${parents.map(({ kind, folder }) => `${kind}: no group can be made in ${folder}`).join('; ')}. Root of a machine or of a privileged container can`,
    )
  if (parent.kind === 'cgroup v2') enableCpu(parent.folder)
  return createQuotas(parent)
}

function createQuotas({ kind, folder }: { readonly kind: Quotas['kind']; readonly folder: string }): Quotas {
  const groups: string[] = []
  return {
    kind,
    limit(pid, processors) {
      const group = join(folder, `inventory-bench-${process.pid}-${groups.length + 1}`)
      mkdirSync(group)
      groups.push(group)
      const quota = Math.round(processors * PERIOD_MICROS)
      if (kind === 'cgroup v2') writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_MICROS}`)
      else {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_MICROS))
        writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota))
      }
      writeFileSync(join(group, 'cgroup.procs'), String(pid))
    },
    remove() {
      for (const group of groups.splice(0)) rmdirSync(group)
    },
  }
}

/** The group of this process in a hierarchy, which cgroups(7) names by its controllers; that of v2 has none. */
function groupOf(own: readonly string[], controller: string): string {
  const group = own.map((line) => line.split(':')).find(([, names = '']) => names.split(',').includes(controller))
  return group?.slice(2).join(':') ?? '/'
}

/** The group, or the nearest one above it that can be seen from here. */
function nearest(root: string, group: string): string {
  let folder = join(root, group)
  while (folder.length > root.length && !existsSync(folder)) folder = dirname(folder)
  return folder
}

/**
 * The nearest group whose groups have the controller cpu; a group that has processes cannot give it to new ones, except
 * the root.
 */
function delegating(root: string, group: string): string {
  let folder = nearest(root, group)
  while (folder.length > root.length && !hasWord(join(folder, 'cgroup.subtree_control'), 'cpu'))
    folder = dirname(folder)
  return folder
}

function enableCpu(folder: string): void {
  const file = join(folder, 'cgroup.subtree_control')
  if (hasWord(file, 'cpu')) return
  try {
    writeFileSync(file, '+cpu')
  } catch (error) {
    throw new Error(`No CPU quotas: cgroup v2 does not give the controller cpu to groups in ${folder}`, {
      cause: error,
    })
  }
}

const hasWord = (file: string, word: string) =>
  existsSync(file) && readFileSync(file, 'utf8').trim().split(/\s+/).includes(word)

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
