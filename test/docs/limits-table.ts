import { gatewayVariables } from '../../gateway/config.ts'
import { connectionLimits, MAX_HEADERS } from '../../gateway/connections/server.ts'
import { MAX_BODY, MAX_DEPTH } from '../../gateway/http/body.ts'
import { MAX_MESSAGE } from '../../gateway/mcp/mcp.ts'
import { authVariables } from '../../services/auth/config.ts'
import { MAX_PLAN_TAG } from '../../shared/contract/core/dry-runs.ts'
import { MAX_DECIMAL } from '../../shared/contract/core/fields.ts'
import { type Operation, timeoutMs } from '../../shared/contract/core/operation.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../shared/contract/core/paging.ts'
import { FAILED_REQUESTS_DAYS, MAX_FAILED_REQUESTS } from '../../shared/contract/gateway.ts'
import { contract } from '../../shared/contract/index.ts'
import { MAX_ATOMIC_ITEMS, MAX_BATCH_LINES, MAX_CELL_LOTS } from '../../shared/contract/inventory/inventory.ts'
import { DEFAULT_CHANGES, MAX_CHANGES } from '../../shared/contract/notifications/notifications.ts'
import { MAX_WEBHOOKS } from '../../shared/contract/notifications/webhooks.ts'
import { MAX_LINES, MAX_ORDER_PAGE_SIZE } from '../../shared/contract/orders/order-fields.ts'
import { table } from './table.ts'

const { headersTimeout, requestTimeout, maxHeaderSize } = connectionLimits
const shown = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 6 })
const secondsFor = (operation: Operation) => `${timeoutMs(operation) / 1000} s`

/** Every limit that a client can meet. */
export const limitsTable = () =>
  table(
    ['Limit', 'Value'],
    [
      ['Records on a page, default', shown(DEFAULT_PAGE_SIZE)],
      ['Records on a page, at most', shown(MAX_PAGE_SIZE)],
      ['Orders on a page, at most', shown(MAX_ORDER_PAGE_SIZE)],
      ['Lines of an order', shown(MAX_LINES)],
      ['Changes in one answer of `GET /Changes`, default', shown(DEFAULT_CHANGES)],
      ['Changes in one answer of `GET /Changes`, at most', shown(MAX_CHANGES)],
      [
        'Requests per minute, for a client or an address',
        String(gatewayVariables.RATE_LIMIT_PER_MINUTE.parse(undefined)),
      ],
      ['Lifetime of a token', `${shown(authVariables.TOKEN_TTL_SECONDS.parse(undefined))} s`],
      ['Largest quantity, weight or price', shown(MAX_DECIMAL)],
      ['Webhooks of a client', shown(MAX_WEBHOOKS)],
      ['Body of a request', MAX_BODY.replace('kb', ' kB')],
      ['Body of a batch', `${shown(contract.inventory.batch.maxBodyBytes)} bytes`],
      ['Nesting of a JSON body', `${MAX_DEPTH} levels`],
      ['Message to `/mcp`', MAX_MESSAGE.replace('mb', ' MB')],
      ['Lines of a batch', shown(MAX_BATCH_LINES)],
      ['Items of an atomic batch', shown(MAX_ATOMIC_ITEMS)],
      ['Lots at a spot that is adjusted or counted', shown(MAX_CELL_LOTS)],
      ['Requests in `GET /Requests`', `${shown(MAX_FAILED_REQUESTS)}, of ${FAILED_REQUESTS_DAYS} days`],
      ['`If-Plan-Match`', `${shown(MAX_PLAN_TAG)} characters`],
      ['Headers of a request', `${shown(MAX_HEADERS)} headers, ${shown(maxHeaderSize)} bytes together`],
      ['Time for the headers of a request to arrive', `${headersTimeout / 1000} s`],
      ['Time for a request to arrive', `${requestTimeout / 1000} s`],
      ['Time until a read is answered', secondsFor(contract.inventory.listLots)],
      ['Time until a batch is answered', secondsFor(contract.inventory.batch)],
      ['Time until a write is answered', secondsFor(contract.inventory.receive)],
    ],
  )
