import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const WORKER = 'worker.js'
/** Large, and loaded when the camera is used: kept from then on. */
const OF_CAMERA = /^assets\/(decoder-|.+\.wasm$)/

export default defineConfig({
  base: '/console/',
  plugins: [react(), shellFiles()],
  build: {
    // The content security policy allows no data: address.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    manifest: true,
    target: 'es2022',
    rolldownOptions: {
      input: { index: 'index.html', worker: 'src/device/worker.ts' },
      output: { entryFileNames: ({ name }) => (name === 'worker' ? 'worker.js' : 'assets/[name]-[hash].js') },
    },
  },
})

/** Writes into the service worker which files it keeps, and a version that changes with them and with the page. */
function shellFiles(): Plugin {
  return {
    name: 'shell-files',
    generateBundle(_, bundle) {
      const worker = bundle[WORKER]
      if (worker?.type !== 'chunk') throw new Error(`The build made no ${WORKER}`)
      if (worker.imports.length > 0) throw new Error(`${WORKER} must be one file`)
      const page = bundle['index.html']
      const made = Object.keys(bundle).filter((name) => name.startsWith('assets/') && !OF_CAMERA.test(name))
      const files = [...made, ...readdirSync('public')].toSorted().map((name) => `/console/${name}`)
      const hash = createHash('sha256').update(files.join('\n')).update(worker.code)
      if (page?.type === 'asset') hash.update(page.source)
      const shell = { version: hash.digest('hex').slice(0, 12), files }
      worker.code = worker.code.replaceAll('SHELL', `(${JSON.stringify(shell)})`)
    },
  }
}
