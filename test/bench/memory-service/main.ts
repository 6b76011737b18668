import { pageWindow, toPage } from '../../../shared/contract/core/paging.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { createInternalTokens } from '../../../shared/identity/internal-token.ts'
import { createTokenVerifier } from '../../../shared/identity/token-verifier.ts'
import { createAmqpBroker } from '../../../shared/messaging/amqp/amqp-broker.ts'
import { createCall, createCallBytes } from '../../../shared/messaging/rpc/call.ts'
import { serve } from '../../../shared/messaging/rpc/serve.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { commonVariables, keyVariables, readEnv, toProcessKeys } from '../../../shared/process/env.ts'
import { runProcess } from '../../../shared/process/run.ts'
import { lotsInMemory } from '../lots-in-memory.ts'

/** Replaces inventory: the same messaging and the same checks of token and output, without a database. */
const variables = readEnv({ ...commonVariables, ...keyVariables })
const config = { logLevel: variables.LOG_LEVEL, admin: { port: undefined, host: '127.0.0.1' } }
await runProcess('inventory', config, async (log) => {
  const owner = createOwner()
  const internalTokens = createInternalTokens('inventory', toProcessKeys(variables))
  const { RABBITMQ_URL: url, SYSTEM_NAME: system } = variables
  const broker = owner.own(await createAmqpBroker({ url, system, name: 'inventory', log }))
  const call = createCall(createCallBytes(broker), internalTokens.sign)
  const tokenVerifier = owner.own(await createTokenVerifier({ call, internalTokens, log }))
  const handlers = {
    async listLots(query: Parameters<typeof pageWindow>[0]) {
      const { skip, pageSize } = pageWindow(query)
      return toPage(lotsInMemory.slice(skip, skip + pageSize), lotsInMemory.length, query)
    },
  }
  const { listLots } = inventory
  owner.own(await serve(broker, { listLots }, handlers, { log, identify: (token) => tokenVerifier.identify(token) }))
  return owner
})
