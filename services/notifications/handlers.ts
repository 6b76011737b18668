import { warehouseScope } from '../../shared/contract/access.ts'
import { DEFAULT_CHANGES, type notifications } from '../../shared/contract/notifications.ts'
import type { Handlers } from '../../shared/messaging/serve.ts'
import type { Feed } from './feed.ts'

/** One function per operation of the contract. */
export function createHandlers(feed: Feed): Handlers<typeof notifications> {
  return {
    async listChanges({ since = 0, limit = DEFAULT_CHANGES }, { caller }) {
      const from = since === 'latest' ? await feed.end() : since
      return feed.read(from, limit, warehouseScope(caller))
    },
  }
}
