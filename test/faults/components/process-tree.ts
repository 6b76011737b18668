import { readdirSync, readFileSync } from 'node:fs'

/** Sends a signal to a process and all its descendants. */
export function signalTree(root: number, signal: NodeJS.Signals): void {
  for (const pid of [root, ...descendantsOf(root)]) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }
}

/** The environment that a process was started with. */
export function environmentOf(pid: number): NodeJS.ProcessEnv {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
  return Object.fromEntries(variables.map((variable) => variable.split(/=(.*)/s).slice(0, 2)))
}

/** The process below `root` whose command line matches. */
export function findDescendant(root: number, command: RegExp): number {
  const found = descendantsOf(root).find((pid) => command.test(commandOf(pid)))
  if (found === undefined) throw new Error(`No process below ${root} runs ${command.source}`)
  return found
}

/** The servers and services below `root`, with their process ids. */
export function describeProcesses(root: number): string[] {
  return descendantsOf(root).flatMap((pid) => {
    const [program] =
      /beam\.smp|postgres -D|redis-server|\w+\/main\.js/.exec(commandOf(pid).replaceAll('\0', ' ')) ?? []
    return program === undefined ? [] : [`${program} (${pid})`]
  })
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** Resident memory in bytes; 0 for a process that has ended. */
export function memoryOf(pid: number): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')
    return Number(pages) * 4096
  } catch {
    return 0
  }
}

function descendantsOf(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const entry of readdirSync('/proc')) {
    const parent = /^\d+$/.test(entry) && parentOf(Number(entry))
    if (parent) children.set(parent, [...(children.get(parent) ?? []), Number(entry)])
  }
  const found: number[] = []
  const visit = (pid: number) => {
    for (const child of children.get(pid) ?? []) {
      found.push(child)
      visit(child)
    }
  }
  visit(root)
  return found
}

/** Field 4 of /proc/<pid>/stat. The name in field 2 is in parentheses and may contain any character. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ESRCH'
}
