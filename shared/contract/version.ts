import { readFileSync } from 'node:fs'

const root = new URL(import.meta.url.endsWith('.ts') ? '../../' : '../../../', import.meta.url)

/** Version of the product: in the OpenAPI and AsyncAPI documents, in `/readyz`, and in `ctl status` and `ctl --version`. */
export const VERSION = String(JSON.parse(readFileSync(new URL('package.json', root), 'utf8')).version)
