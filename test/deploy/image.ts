import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

interface Stage {
  readonly folder: string
  workdir: string
  user: string
  command: string[]
}

/** The last stage of a Dockerfile: the contents of the image. */
export type Image = Readonly<Stage>

/**
 * Runs the steps of a Dockerfile one after the other in a folder, as a container engine would, with this machine's Node. What this checkout
 * has compiled from the same files is taken from it (`npm run compose-check` compiles it in the image).
 */
export function buildImage(dockerfile: string, context: string, target: string): Image {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const line of readFileSync(dockerfile, 'utf8').split('\n')) {
    const [, instruction, rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (instruction === undefined) continue
    if (instruction === 'FROM') {
      const name = / AS (\w+)$/.exec(rest)?.[1] ?? 'last'
      stage = { folder: join(target, name), workdir: '/', user: 'root', command: [] }
      mkdirSync(stage.folder, { recursive: true })
      stages.set(name, stage)
    } else if (stage) step(instruction, rest, stage, stages, context)
  }
  if (!stage) throw new Error(`${dockerfile} has no stage`)
  return stage
}

function step(instruction: string, rest: string, stage: Stage, stages: ReadonlyMap<string, Stage>, context: string) {
  const inside = (path: string) => join(stage.folder, path.startsWith('/') ? path : join(stage.workdir, path))
  switch (instruction) {
    case 'WORKDIR':
      stage.workdir = rest
      return void mkdirSync(inside(rest), { recursive: true })
    case 'COPY': {
      const words = rest.split(' ')
      const from = /^--from=(\w+)$/.exec(words[0] ?? '')?.[1]
      if (from !== undefined) words.shift()
      const origin = from === undefined ? context : stages.get(from)?.folder
      if (origin === undefined) throw new Error(`The Dockerfile has no stage ${from}`)
      const to = words.pop() ?? ''
      for (const word of words) {
        const source = join(origin, word)
        cpSync(source, inside(to.endsWith('/') ? join(to, basename(word)) : to), {
          recursive: true,
          verbatimSymlinks: true,
        })
      }
      return
    }
    case 'RUN': {
      const [program = '', ...args] = exec(rest)
      const origin = join(context, relative('/app', stage.workdir))
      const { reads, makes } = madeBy(rest, origin)
      // This checkout has done the same. It need not be done again if the stage has the same files.
      if (makes.length > 0) {
        for (const file of reads.flatMap((path) => filesIn(origin, path)))
          if (!readFileSync(inside(file)).equals(readFileSync(join(origin, file))))
            throw new Error(`The stage has another ${file}`)
        for (const folder of makes)
          if (folder !== 'node_modules') cpSync(join(origin, folder), inside(folder), { recursive: true })
          else if (args.includes('--omit=dev')) copyProductionPackages(join(origin, folder), inside(folder))
          else symlinkSync(join(origin, folder), inside(folder))
        return
      }
      const npm = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }
      const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...npm }
      return void execFileSync(program, args, { cwd: inside(stage.workdir), env, stdio: 'pipe' })
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

/** The files and folders that a command reads below `origin`, and the folders that it makes; none if it has to run. */
function madeBy(command: string, origin: string): { reads: readonly string[]; makes: readonly string[] } {
  switch (command) {
    case '["npm", "ci"]':
    case '["npm", "ci", "--omit=dev"]':
      return { reads: ['package.json', 'package-lock.json'], makes: ['node_modules'] }
    case '["npx", "tsc", "--build"]': {
      const { include } = JSON.parse(readFileSync(join(origin, 'tsconfig.json'), 'utf8')) as { include: string[] }
      return { reads: ['package.json', 'tsconfig.json', ...include], makes: include.map((folder) => `dist/${folder}`) }
    }
    case '["npm", "run", "build"]': {
      const sources = readdirSync(origin).filter((name) => name !== 'dist' && name !== 'node_modules')
      return { reads: [...sources, '../client/src'], makes: ['dist'] }
    }
    default:
      return { reads: [], makes: [] }
  }
}

/** Copies the packages that npm's record of what it has installed does not mark as needed for development only. */
function copyProductionPackages(installed: string, target: string): void {
  const record = join(installed, '.package-lock.json')
  const { packages } = JSON.parse(readFileSync(record, 'utf8')) as { packages: Record<string, { dev?: boolean }> }
  const needed = Object.fromEntries(Object.entries(packages).filter(([, { dev = false }]) => !dev))
  for (const path of Object.keys(needed)) {
    // Packages within a package are listed too, with marks of their own.
    const filter = (source: string) => basename(source) !== 'node_modules'
    cpSync(join(dirname(installed), path), join(dirname(target), path), { recursive: true, filter })
  }
  writeFileSync(join(target, '.package-lock.json'), JSON.stringify({ packages: needed }))
}

/** The files at a path below a folder, which is a file or a folder. */
function filesIn(folder: string, path: string): string[] {
  if (!statSync(join(folder, path)).isDirectory()) return [path]
  const entries = readdirSync(join(folder, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** The words of a command in exec form, a JSON array; the shell form is refused. */
function exec(text: string): string[] {
  const words: unknown = JSON.parse(text)
  if (!Array.isArray(words)) throw new Error(`${text} is not a JSON array`)
  return words.map(String)
}
