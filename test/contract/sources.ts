import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
/** The files of this repository. */
export const files = [...new Set(tracked.split('\n'))].filter((file) => file !== '' && existsSync(join(root, file)))
export const sources = files.filter((file) => /^(shared|gateway|services|ctl|local|client|test)\/.*\.ts$/.test(file))

const ofConsole = files.filter((file) => /^console\/.*\.tsx?$/.test(file))
/** Their imports are checked. */
export const modules = [...sources, ...ofConsole]

export const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
