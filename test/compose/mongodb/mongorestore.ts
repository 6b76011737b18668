import { restore } from './archive.ts'

await restore(process.argv.slice(2))
