import { catalog } from '../../shared/contract/catalog.ts'
import { createOutbox } from '../../shared/messaging/outbox.ts'
import { createCounters } from '../../shared/runtime/counter.ts'
import { createDirectory } from '../../shared/runtime/directory/directory.ts'
import { keepSealing } from '../../shared/runtime/directory/sealing.ts'
import type { Logger } from '../../shared/runtime/log.ts'
import { monitorOutbox } from '../../shared/runtime/measured-database.ts'
import { createMonitor } from '../../shared/runtime/monitor.ts'
import { createOperationLog } from '../../shared/runtime/operation-log.ts'
import { type ServiceConfig, startService } from '../../shared/runtime/service.ts'
import { createTrust } from '../../shared/runtime/trust.ts'
import { createHandlers } from './handlers.ts'
import { createModels } from './models.ts'
import { createWrite } from './write.ts'

/** partNos that a process takes at once; those left when it ends are gaps. */
const PART_NO_BLOCK = 20

/** Starts the catalog of items and aliases. */
export function createCatalog(
  config: ServiceConfig,
  log: Logger,
  monitor = createMonitor('catalog'),
): Promise<AsyncDisposable> {
  return startService('catalog', catalog, { config, log, monitor }, (parts) => {
    const { connection, broker, own } = parts
    const models = createModels(connection)
    const counters = createCounters(connection, PART_NO_BLOCK)
    const nextPartNo = async () => {
      const [partNo] = await counters.next('partNo', 1)
      if (partNo === undefined) throw new Error('The counter gave no partNo')
      return partNo
    }
    const operationLog = createOperationLog(connection)
    const outbox = own(createOutbox(connection, broker, log))
    monitorOutbox(connection, monitor)
    const directory = createDirectory(connection, models.listing)
    const write = createWrite({ connection, models, operationLog, outbox })
    return {
      handlers: createHandlers({ operationLog, models, directory, nextPartNo, write }),
      async identify() {
        own(keepSealing([directory], log))
        return own(await createTrust(parts)).identify
      },
    }
  })
}
