import { hash } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

export interface Program {
  run(): Promise<void>
}

/** The folder of the bundles, beside the compiled modules: `npm run build` and `npm start` make them. */
export const bundlesFolder = fileURLToPath(new URL('../bundles', import.meta.url))
export const BUNDLE = 'main.cjs'
/** What the compiler writes in dist/ when it has compiled anything: of `npm run build`, and of `npm start`. */
const RECORDS = ['.tsbuildinfo', '.unchecked']
const CODE_CACHE = 'code-cache'
/** SHA-1 in hexadecimal. */
const DIGEST_LENGTH = 40

/**
 * A process's program: from its bundle, one file with all of its modules, which starts in half of the time, or from the
 * modules themselves.
 */
export async function loadProgram(
  name: string,
  loadModules: () => Promise<Program>,
  folder: string = bundlesFolder,
): Promise<Program> {
  return isBundled(name, folder) ? runBundle(join(folder, name)).program : loadModules()
}

/** Whether there is a bundle of the modules as they were compiled last. */
export function isBundled(name: string, folder: string = bundlesFolder): boolean {
  const bundledAt = changedAt(join(folder, name, BUNDLE))
  const compiledAt = Math.max(...RECORDS.map((record) => changedAt(join(folder, '..', record)) ?? 0))
  return bundledAt !== undefined && bundledAt >= compiledAt
}

/** Stores V8's code cache of a bundle, with the functions that its modules have called while they were loaded. */
export function storeCodeCache(folder: string): void {
  const { script, digest } = runBundle(folder)
  writeFileSync(join(folder, CODE_CACHE), Buffer.concat([Buffer.from(digest, 'latin1'), script.createCachedData()]))
}

/**
 * Loads the modules of a bundle. V8 refuses the code cache of another version or of other flags, and compiles the
 * source.
 */
function runBundle(folder: string): { readonly program: Program; readonly script: Script; readonly digest: string } {
  const file = join(folder, BUNDLE)
  const source = readFileSync(file, 'latin1')
  const digest = hash('sha1', source)
  const cachedData = readCodeCache(folder, digest)
  const script = new Script(Module.wrap(source), { filename: file, ...(cachedData && { cachedData }) })
  const module = new Module(file)
  const require = createRequire(file)
  // Chunks of the bundle import from it.
  require.cache[file] = module
  script.runInThisContext()(module.exports, require, module, file, folder)
  return { program: module.exports, script, digest }
}

/** V8 compares only the lengths of sources, so the cache begins with the digest of its own. */
function readCodeCache(folder: string, digest: string): Buffer | undefined {
  const file = join(folder, CODE_CACHE)
  if (changedAt(file) === undefined) return undefined
  const cache = readFileSync(file)
  return cache.toString('latin1', 0, DIGEST_LENGTH) === digest ? cache.subarray(DIGEST_LENGTH) : undefined
}

const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs
