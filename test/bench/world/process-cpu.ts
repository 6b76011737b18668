import { readdirSync, readFileSync } from 'node:fs'

/** Units of CPU time in /proc (USER_HZ), independent of the kernel's timer. */
const TICKS_PER_SECOND = 100

interface Stat {
  readonly parent: number
  readonly seconds: number
  readonly residentBytes: number
}

/** CPU time of processes, each with all its descendants, ended ones included. */
export interface Usage {
  readonly cpuSeconds: number
  readonly residentBytes: number
}

/** The CPU time of process trees until now, by the names of their roots. */
export function readUsage(roots: ReadonlyMap<string, number>): Map<string, Usage> {
  const stats = readStats()
  const children = new Map<number, number[]>()
  for (const [pid, { parent }] of stats) children.set(parent, [...(children.get(parent) ?? []), pid])
  const sum = (pid: number): Usage => {
    const { seconds = 0, residentBytes = 0 } = stats.get(pid) ?? {}
    const below = (children.get(pid) ?? []).map(sum)
    return {
      cpuSeconds: below.reduce((total, usage) => total + usage.cpuSeconds, seconds),
      residentBytes: below.reduce((total, usage) => total + usage.residentBytes, residentBytes),
    }
  }
  return new Map([...roots].map(([name, pid]) => [name, sum(pid)]))
}

function readStats(): Map<number, Stat> {
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
  return new Map(
    pids.flatMap((pid) => {
      const stat = readStat(pid)
      return stat ? [[Number(pid), stat]] : []
    }),
  )
}

/** proc(5): the name is in parentheses and may contain any character; the state and the other fields follow it. */
function readStat(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [, parent = '0'] = fields
    // User and system time of the process, and of ended children that it has waited for.
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
    return { parent: Number(parent), seconds: ticks / TICKS_PER_SECOND, residentBytes: Number(fields[21]) * 4096 }
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}
