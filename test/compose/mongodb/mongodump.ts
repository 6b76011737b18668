import { dump } from './archive.ts'

await dump(process.argv.slice(2))
