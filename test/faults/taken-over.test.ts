import { expect, test } from 'vitest'
import { createCall, createCallBytes } from '../../shared/messaging/rpc/call.ts'
import { probe, serveProbe } from '../support/checks/probe.ts'
import { connectBroker } from '../support/servers/amqp.ts'
import { serverUrl } from '../support/servers/server-url.ts'
import { uniqueSystem } from '../support/servers/system-name.ts'
import { createTcpProxy } from '../support/servers/tcp-proxy.ts'

test('calls that a lost process had begun are answered by another one, since messages are acknowledged last (R2)', async () => {
  const system = uniqueSystem()
  await using proxy = await createTcpProxy(serverUrl('RABBITMQ_URL'))
  const lost = await connectBroker(system, proxy.url)
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  await serveProbe(lost.broker, {
    change: () => {
      begin()
      return new Promise(() => undefined)
    },
  })
  const asker = await connectBroker(system)
  const call = createCall(createCallBytes(asker.broker), () => 'anna')
  const answer = call(probe.change, { word: 'done' })
  await begun
  const other = await connectBroker(system)
  await serveProbe(other.broker)
  proxy.refuse()
  expect(await answer).toEqual({ word: 'done' })
})
