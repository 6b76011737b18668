import { readdirSync, readFileSync } from 'node:fs'
import { groupBy } from '../../shared/process/group-by.ts'

const TICKS_PER_SECOND = 100

/** Processor time in seconds that a process and its descendants have used; 0 if it has ended. */
export function cpuSecondsOf(root: number): number {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess)
  const childrenOf = groupBy(processes, ({ parent }) => parent)
  const sum = (of: typeof processes): number =>
    of.reduce((seconds, { pid, cpuSeconds }) => seconds + cpuSeconds + sum(childrenOf.get(pid) ?? []), 0)
  return sum(processes.filter(({ pid }) => pid === root))
}

/** Fields of /proc/<pid>/stat after the name, which may contain any character: 4 is the parent, 14 to 17 are times. */
function readProcess(name: string) {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const ticks = fields.slice(11, 15).reduce((all, some) => all + some, 0)
    return [{ pid: Number(name), parent: fields[1] ?? 0, cpuSeconds: ticks / TICKS_PER_SECOND }]
  } catch {
    // It has ended meanwhile.
    return []
  }
}
