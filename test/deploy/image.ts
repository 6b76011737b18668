import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { runCommand } from '../../local/processes/run-command.ts'

interface Stage {
  readonly folder: string
  workdir: string
  user: string
  command: string[]
}

/** The last stage of a Dockerfile: the contents of the image. */
export type Image = Readonly<Stage>

const CONTEXT = '.context'
/** Packages come from npm's cache where it has them. An image is not built with the NODE_ENV of tests. */
const ENV = {
  NODE_ENV: undefined,
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
}

/**
 * Runs the steps of a Dockerfile one after the other in `target`, an empty folder, as a container engine would, with this machine's Node.
 * Each stage has a folder of its own, which gets what the stage copies. Nothing else of this checkout is within its reach, such as packages.
 */
export async function buildImage(dockerfile: string, context: string, target: string): Promise<Image> {
  cpSync(context, join(target, CONTEXT), { recursive: true, filter: dockerignoreOf(context) })
  let stage: Stage | undefined
  for (const line of readFileSync(dockerfile, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, instruction = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (instruction === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      stage = { folder: join(target, name), workdir: '/', user: 'root', command: [] }
    } else if (stage) await step(instruction, rest, stage, target)
    else throw new Error(`${line} is before the first stage`)
  }
  if (!stage) throw new Error(`${dockerfile} has no stage`)
  return stage
}

async function step(instruction: string, rest: string, stage: Stage, target: string): Promise<void> {
  const inside = (path: string) => join(stage.folder, path.startsWith('/') ? path : join(stage.workdir, path))
  switch (instruction) {
    case 'WORKDIR':
      stage.workdir = rest
      return void mkdirSync(inside(rest), { recursive: true })
    case 'COPY': {
      const [, from = CONTEXT, paths = ''] = /^(?:--from=(\w+) )?(.+)$/.exec(rest) ?? []
      const sources = paths.split(' ')
      const to = sources.pop() ?? ''
      for (const source of sources) {
        const destination = inside(to.endsWith('/') ? join(to, basename(source)) : to)
        cpSync(join(target, from, source), destination, { recursive: true, verbatimSymlinks: true })
      }
      return
    }
    case 'RUN': {
      const [program = '', ...args] = exec(rest)
      return void (await runCommand(program, args, { cwd: inside(stage.workdir), env: ENV }))
    }
    case 'USER':
      stage.user = rest
      return
    case 'CMD':
      stage.command = exec(rest)
      return
    case 'ENV':
    case 'EXPOSE':
      return
    default:
      throw new Error(`The instruction ${instruction} is not supported here`)
  }
}

/** Whether a path below the context gets to the engine: the last line of .dockerignore that applies to it decides. */
function dockerignoreOf(context: string): (path: string) => boolean {
  const lines = readFileSync(join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const rules = lines.map((line) => {
    const pattern = line.replace(/^!/, '')
    const source = pattern.replaceAll('.', '\\.').replaceAll('**/', '(?:.+/)?').replaceAll('*', '[^/]*')
    return { sends: line.startsWith('!'), pattern, matches: new RegExp(`^${source}(?:/|$)`) }
  })
  return (path) => {
    const below = relative(context, path)
    // A folder is entered for what a line names in it.
    if (below === '' || rules.some(({ sends, pattern }) => sends && pattern.startsWith(`${below}/`))) return true
    return rules.findLast(({ matches }) => matches.test(below))?.sends ?? true
  }
}

/** The words of a command in exec form, a JSON array; the shell form is refused. */
function exec(text: string): string[] {
  const words: unknown = JSON.parse(text)
  if (!Array.isArray(words)) throw new Error(`${text} is not a JSON array`)
  return words.map(String)
}
