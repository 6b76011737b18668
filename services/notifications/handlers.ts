import { changeReaderOf } from '../../shared/contract/notifications/changes.ts'
import { DEFAULT_CHANGES, type notifications } from '../../shared/contract/notifications/notifications.ts'
import type { Handlers } from '../../shared/messaging/rpc/serve.ts'
import type { Feed } from './feed/feed.ts'

type FeedHandlers = Pick<Handlers<typeof notifications>, 'listChanges' | 'readEvents' | 'readTimes'>

/** One function per operation of the feed. */
export function createHandlers(feed: Feed): FeedHandlers {
  return {
    async listChanges({ since = 0, limit = DEFAULT_CHANGES }, { caller }) {
      const from = since === 'latest' ? await feed.end() : since
      return feed.read(from, limit, changeReaderOf(caller))
    },
    readEvents: ({ since, limit }) => feed.readEvents(since, limit),
    readTimes: ({ sequence }) => feed.times(sequence),
  }
}
