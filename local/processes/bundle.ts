import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { BUNDLE, bundlesFolder, isBundled, storeCodeCache } from '../../shared/load-program.ts'
import { type ServiceName, serviceNames } from '../services.ts'
import { compiled } from './compiled.ts'

const newBundles = `${bundlesFolder}-${process.pid}`

/**
 * Makes the bundle of each process from its compiled modules, and V8's code cache of it. Bundles are as deep in dist/
 * as the modules that read files by their own place (docs/, console/dist, package.json).
 */
async function bundleAll(): Promise<void> {
  try {
    await Promise.all(serviceNames.map(bundle))
    for (const name of serviceNames) storeCodeCache(join(newBundles, name))
    rmSync(bundlesFolder, { recursive: true, force: true })
    renameSync(newBundles, bundlesFolder)
  } finally {
    rmSync(newBundles, { recursive: true, force: true })
  }
}

async function bundle(name: ServiceName): Promise<void> {
  const dir = join(newBundles, name)
  await build({
    input: compiled(
      `${name === 'gateway' ? name : `services/${name}`}/${name === 'reporting' ? 'service' : 'program'}.js`,
    ),
    platform: 'node',
    // Errors and logs have the names of classes.
    output: { dir, format: 'cjs', entryFileNames: BUNDLE, chunkFileNames: '[name]-[hash].cjs', keepNames: true },
    logLevel: 'warn',
  })
  const main = join(dir, BUNDLE)
  writeFileSync(main, toAscii(readFileSync(main, 'utf8')))
}

/** V8 keeps a source in one byte for each character if all of them are Latin-1: 4 MB less of each process. */
const toAscii = (code: string) =>
  code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

if (!serviceNames.every((name) => isBundled(name))) await bundleAll()
// Modules that were loaded for their code caches may keep this process running.
process.exit()
