import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

const ONLY_OWNER = 0o600
const FOLDER_OF_OWNER = 0o700

/** Writes a file that only its owner may read. Whoever reads it, even after a crash, finds it as it was or as it is now. */
export async function writeWhole(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_OF_OWNER })
  const unfinished = `${path}.${process.pid}.part`
  try {
    const file = await open(unfinished, 'w', ONLY_OWNER)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
