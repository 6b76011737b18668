import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'

it('a reader that closes the pipe early ends the program without a word', async () => {
  const child = spawn(process.execPath, ['dist/ctl/main.js', 'asyncapi'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk) => (stderr += chunk))
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const [exitCode] = await once(child, 'close')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
})
