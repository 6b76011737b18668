import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { shellFiles } from './shell-files.ts'

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
