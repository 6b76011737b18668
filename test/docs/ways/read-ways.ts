import { textOf } from '../documents.ts'

/** One step of a way: functions of a file that a reader follows, in this order. */
export interface Step {
  readonly file: string
  readonly functions: readonly string[]
}

/** The ways that docs/architecture.md describes, by their names: lists of "1. `file` `function`, `function`: what they do". */
export function readWays(): ReadonlyMap<string, readonly Step[]> {
  const ways = textOf('docs/architecture.md').matchAll(/<!-- way (\S+) -->([\s\S]*?)<!-- end way -->/g)
  return new Map([...ways].map(([, name = '', list = '']) => [name, [...list.matchAll(/^\d+\. (.*)/gm)].map(toStep)]))
}

function toStep([, text = '']: readonly string[]): Step {
  const [, file, named] = /^`([\w./-]+\.ts)` ((?:`\w+`(?:, )?)+):/.exec(text) ?? []
  if (file === undefined || named === undefined) throw new Error(`A step names a file and its functions: ${text}`)
  return { file, functions: [...named.matchAll(/\w+/g)].map(([name]) => name) }
}
