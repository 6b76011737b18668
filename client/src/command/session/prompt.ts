import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Failure, UsageError } from '../command.ts'

/** Asks at the terminal. What is typed as a `secret` is not shown. */
export async function ask(question: string, option: string, { secret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY) throw new UsageError(`${option} is missing, and there is no terminal to ask at.`)
  const silent = new Writable({ write: (_bytes, _encoding, done) => done() })
  // As a terminal readline shows what is typed itself, on its output.
  const lines = createInterface({ input: process.stdin, output: secret ? silent : process.stderr, terminal: true })
  // Only now does the terminal itself show nothing of what is typed.
  process.stderr.write(`${question}: `)
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', (line) => resolve(line.trim()))
      lines.once('close', () => reject(new Failure('Canceled.')))
    })
  } finally {
    lines.close()
    if (secret) process.stderr.write('\n')
  }
}
