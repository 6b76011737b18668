import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRabbitmq } from '../../../local/servers/rabbitmq.ts'

/** A RabbitMQ of a test's own, whatever the environment has; with the plugins of `npm start`, or without any. */
export async function startRabbitmq({ hasPlugins = true } = {}): Promise<{ url: string } & AsyncDisposable> {
  const dataDir = mkdtempSync(join(tmpdir(), 'inventory-rabbitmq-'))
  const { url, processes } = await createRabbitmq({ dataDir, report: () => undefined })
  if (!hasPlugins) writeFileSync(join(dataDir, 'rabbitmq', 'enabled_plugins'), '[].\n')
  const stop = async () => {
    for (const process of processes.toReversed()) await process.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    for (const process of processes) await process.start()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, [Symbol.asyncDispose]: stop }
}
