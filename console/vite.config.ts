import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/console/',
  plugins: [react()],
  // The content security policy allows no data: address.
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 700, manifest: true, target: 'es2022' },
})
