import { findProgram } from '../../local/processes/program-paths.ts'
import { installPackages } from './install/apt-packages.ts'

/** Debian's Python, which is installed if it is missing; only tests need it. */
export async function findPython(): Promise<string> {
  await installPackages([{ name: 'python3', program: 'python3' }], (line) => console.log(line))
  return findProgram('python3') ?? 'python3'
}
