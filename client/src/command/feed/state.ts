import { readFile } from 'node:fs/promises'
import { Failure } from '../command.ts'
import { writeWhole } from '../shell/write-file.ts'

/** What a state file keeps. */
interface State {
  /** The last change that was dealt with, or passed over. */
  readonly sequence: number
  /** With which `inventory listen` signs. */
  readonly secret?: string
}

/** The position in the feed, in a file or, without one, as long as the process runs. */
export interface Position {
  readonly stored: State | undefined
  store(state: State): Promise<void>
}

export async function openPosition(file: string | undefined): Promise<Position> {
  if (file === undefined) return { stored: undefined, store: async () => undefined }
  return { stored: await readState(file), store: (state) => writeWhole(file, `${JSON.stringify(state)}\n`) }
}

async function readState(file: string): Promise<State | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new Failure(`The state file cannot be read: ${error.message}`)
  })
  if (text === undefined) return undefined
  try {
    const { sequence, secret }: Record<string, unknown> = JSON.parse(text)
    if (Number.isSafeInteger(sequence)) {
      const state = { sequence: Number(sequence) }
      return typeof secret === 'string' ? { ...state, secret } : state
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Failure(`${file} is no state file: it has no sequence.`)
}
