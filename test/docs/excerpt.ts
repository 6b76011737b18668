import { textOf } from './docs.ts'

const DECLARING = /^\s*(?:(?:export|const|async|function|interface|type) )*/

/** A declaration as it stands in a file: from the line that begins with its name to the line that closes its brackets. */
export function excerpt(argument: string): string {
  const [file = ''] = argument.split(' ')
  const beginning = argument.slice(file.length + 1)
  const lines = textOf(file).split('\n')
  const from = lines.findIndex((line) => line.replace(DECLARING, '').startsWith(beginning))
  if (from < 0 || beginning === '') throw new Error(`${file} has no declaration that begins with "${beginning}"`)
  const taken: string[] = []
  let depth = 0
  for (const line of lines.slice(from)) {
    taken.push(line)
    for (const character of line) depth += '([{'.includes(character) ? 1 : ')]}'.includes(character) ? -1 : 0
    if (depth <= 0 && !/(=>|=)$/.test(line)) break
  }
  const indent = /^\s*/.exec(taken[0] ?? '')?.[0].length ?? 0
  return ['```ts', `// ${file}`, ...taken.map((line) => line.slice(indent)), '```'].join('\n')
}
