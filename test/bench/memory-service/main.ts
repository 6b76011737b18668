import { inventory } from '../../../shared/contract/inventory.ts'
import { pageWindow, toPage } from '../../../shared/contract/paging.ts'
import { createAmqpBroker } from '../../../shared/messaging/amqp-broker.ts'
import { createCall, createCallBytes } from '../../../shared/messaging/call.ts'
import { serve } from '../../../shared/messaging/serve.ts'
import { createOwner } from '../../../shared/runtime/disposal.ts'
import { commonVariables, readEnv, readSecretFile } from '../../../shared/runtime/env.ts'
import { createInsiderTokens } from '../../../shared/runtime/insider-token.ts'
import { createLog } from '../../../shared/runtime/log.ts'
import { createMonitor } from '../../../shared/runtime/monitor.ts'
import { runProcess } from '../../../shared/runtime/run.ts'
import { createTrust } from '../../../shared/runtime/trust.ts'
import { lotsInMemory } from '../lots-in-memory.ts'

/** Stands in for inventory: the same way of a call, the token checked again, the output too, but no database behind it. */
const variables = readEnv(commonVariables)
const log = createLog('inventory', variables.LOG_LEVEL)
const monitor = createMonitor('inventory')
await runProcess({ log, monitor, admin: { port: undefined, host: '127.0.0.1' } }, async () => {
  const owner = createOwner()
  const insiders = createInsiderTokens(readSecretFile(variables.SYSTEM_SECRET_FILE))
  const { RABBITMQ_URL: url, SYSTEM_NAME: system } = variables
  const broker = owner.own(await createAmqpBroker({ url, system, name: 'inventory', log }))
  const call = createCall(createCallBytes(broker), () => insiders.sign('service', 'inventory'))
  const trust = owner.own(await createTrust({ call, insiders, log }))
  const handlers = {
    async listLots(query: Parameters<typeof pageWindow>[0]) {
      const { skip, pageSize } = pageWindow(query)
      return toPage(lotsInMemory.slice(skip, skip + pageSize), lotsInMemory.length, query)
    },
  }
  const { listLots } = inventory
  owner.own(await serve(broker, { listLots }, handlers, { log, identify: (token) => trust.identify(token) }))
  return owner
})
