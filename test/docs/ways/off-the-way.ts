/**
 * What functions on a way call besides: a file, or one name in it, by the reason why a reader need not open it to follow
 * the units. The contract, observability, and functions that only refuse a request are left out by rule (follow.ts).
 */
type OffTheWay = Readonly<Record<string, readonly string[]>>

/** Of every way. */
const always: OffTheWay = {
  'It carries the units as it got them, in bytes or records, without looking into them': [
    'shared/messaging/broker.ts Broker.request',
    'shared/messaging/broker.ts Broker.serve',
    'shared/messaging/amqp/amqp-consumers.ts Delivery.send',
    'shared/messaging/amqp/batch.ts __object.add',
    'shared/messaging/amqp/batch.ts createBatcher',
    'shared/messaging/rpc/frame.ts decodeFrame',
    'shared/messaging/rpc/frame.ts encodeFrame',
    'shared/database/group-commit/group-commit.ts __object.add',
    'shared/database/group-commit/group-commit.ts createGroupCommit',
  ],
  'It runs the functions in which the units are, in a transaction or once it is over': [
    'shared/database/transaction.ts inSnapshot',
    'shared/database/transaction.ts Attempt.outOfTime',
    'shared/database/unit-of-work.ts inAbortedUnit',
    'shared/database/unit-of-work.ts inUnitOfWork',
    'shared/database/unit-of-work.ts UnitOfWork.afterCommit',
    'shared/database/unit-of-work.ts Writes.send',
  ],
  'It says what time it is': ['shared/process/time/clock.ts'],
  'It keeps the request and its answer for repeats': [
    'shared/database/batch-loader.ts',
    'shared/database/idempotency/claims.ts',
    'shared/database/idempotency/idempotency-record.ts isOver',
    'shared/database/idempotency/idempotency-record.ts toEntry',
    'shared/database/idempotency/outcomes.ts',
  ],
  'It says in which bytes a decimal is stored': ['shared/decimal128.ts'],
  'It says what kind of error the database has thrown': ['shared/database/database-errors.ts'],
  'It sees when and from whom a message comes, and where to': [
    'shared/messaging/amqp/amqp-consumers.ts Delivery.acknowledge',
    'shared/messaging/amqp/amqp-consumers.ts Delivery.settle',
    'shared/messaging/amqp/partitions.ts',
    'shared/messaging/amqp/senders.ts',
    'shared/messaging/rpc/request-log.ts',
    'shared/process/call-context.ts',
  ],
  'It reads other parts of the request than the units': [
    'gateway/authentication/basic-credentials.ts',
    'gateway/http/query.ts',
    'gateway/routes/actor.ts',
    'gateway/routes/base-path.ts',
    'gateway/routes/idempotency-key.ts',
    'gateway/routes/ignored-fields.ts',
    'gateway/routes/ignored-parameters.ts',
    'gateway/routes/match-request.ts',
    'gateway/routes/plan-match.ts',
  ],
  'It decides when the request goes on': [
    'gateway/limits/limit-concurrency.ts',
    'gateway/overload/concurrency-limiter.ts',
  ],
  'Exports and long lists only': [
    'gateway/exports/send-export.ts',
    'shared/messaging/rpc/export-chunks.ts',
    'shared/messaging/rpc/page-keys.ts',
  ],
  'It reads the stock, with which the units are compared': [
    'services/inventory/records/versioned-documents.ts DocumentView.apply',
    'services/inventory/records/versioned-documents.ts DocumentView.get',
    'services/inventory/stock/claims/records/reservation.model.ts',
    'services/inventory/stock/engine/crossings.ts findCrossings',
    'services/inventory/stock/engine/stock-reads.ts',
    'services/inventory/stock/levels/level.model.ts',
  ],
  'It compares the effect with a dry run that the request names': ['services/inventory/stock/engine/plan-tag.ts'],
  'Record numbers': ['services/inventory/stock/engine/numbers.ts', 'services/inventory/stock/engine/plan.ts'],
  'It locks the rows of levels': ['services/inventory/stock/levels/level-row.ts lockLevelRows'],
}

/** Of one way, by its name. */
const ofWay: Readonly<Record<string, OffTheWay>> = {
  'units-of-a-move': {
    'It decides when lots expire, not how many units they have': [
      'services/inventory/masters/registries/registries.ts __type.daysOf',
      'services/inventory/stock/lots/expiry.ts',
    ],
    'It carries the units as it got them, in bytes or records, without looking into them': [
      'gateway/http/send-body.ts sendBody',
      'services/inventory/stock/levels/level-row.ts updateLevelRows',
      'shared/database/unit-of-work.ts Writes.insert',
      'shared/messaging/broker.ts Broker.publish',
      'shared/process/batch-writer.ts',
      'shared/process/group-by.ts',
      'shared/process/repeating-task.ts',
    ],
    'Lists only': ['gateway/http/page-links.ts'],
    'Moves into transit only': ['services/inventory/documents/transit/move-into-transit.ts'],
    'Figures of documents, which a move does not change': [
      'services/inventory/records/versioned-documents.ts writeDocuments',
    ],
    'It finds the item, the warehouses and the document by their names, and the units of packages and scanned codes': [
      'services/inventory/masters/registries/references.ts',
      'services/inventory/stock/numbers/present-numbers.ts',
    ],
    'It finds the lot that the request names': ['services/inventory/stock/movements/named-lot.ts'],
    'It reads the stock, with which the units are compared': [
      'services/inventory/stock/claims/records/lot-claims.ts findFreeUnits',
      'services/inventory/stock/levels/availability.ts available',
    ],
    'The units of promises whose time has passed': ['services/inventory/stock/claims/expire.ts'],
    'It counts records of pages': ['shared/database/page-index/indexed-list.ts'],
  },
  'order-to-allocation': {
    'It decides when lots expire, not how many units they have': [
      'services/inventory/stock/engine/effect.ts settleLots',
      'services/inventory/stock/engine/effect.ts withEarlierLots',
      'services/inventory/stock/lots/expiry.ts daysInUtc',
    ],
    'It tells reports what was written': ['services/inventory/documents/kit/facts.ts'],
    'After the allocation, as on the way of the units of a move': [
      'gateway/http/answer.ts sendReply',
      'services/inventory/stock/engine/ledger-records.ts',
      'services/inventory/stock/engine/stock-writes.ts writeEffects',
      'shared/messaging/events/outbox.ts Outbox.add',
    ],
    'After the allocation: the answer': [
      'services/inventory/documents/kit/family/answers.ts',
      'services/inventory/documents/kit/lines/describe-line.ts answerWithLines',
    ],
    'It carries the units as it got them, in bytes or records, without looking into them': [
      'services/inventory/records/versioned-documents.ts Documents.change',
      'services/inventory/stock/engine/document-hooks.ts sumEffects',
    ],
    'Numbers of orders and of lines': [
      'services/inventory/documents/kit/family/family.ts byLineNo',
      'services/inventory/documents/kit/numbers/next-number.ts',
      'services/inventory/documents/kit/numbers/order-number.ts',
      'services/inventory/documents/shipping/shipping-order.model.ts shippingLineId',
    ],
    'It finds the items and warehouses of the lines': ['services/inventory/documents/kit/lines/resolve-lines.ts'],
    'It reads the stock, with which the units are compared': [
      'services/inventory/stock/levels/level-deltas.ts levelDeltas',
      'services/inventory/stock/lots/lot.model.ts toLot',
    ],
  },
}

/** Files, and names in files, that the functions of a way call and that are not on it. */
export const offTheWay = (way: string): readonly string[] =>
  [always, ofWay[way] ?? {}].flatMap((reasons) => Object.values(reasons).flat())

/** Files that no import leads to from the files before them, and how one gets there. */
export const enteredOtherwise: Readonly<Record<string, string>> = {
  'shared/contract/inventory/stock.ts': 'A way begins with its operation',
  'shared/contract/orders/shipping-orders.ts': 'A way begins with its operation',
  'gateway/routes/create-routes.ts': 'gateway/app.ts puts the routes behind the stages of all requests',
  'shared/messaging/rpc/call.ts': 'gateway/gateway.ts gives its function to the routes as `callBytes`',
  'shared/messaging/amqp/amqp-requests.ts': 'shared/messaging/amqp/amqp-broker.ts hands it what a process requests',
  'shared/messaging/amqp/amqp-answers.ts': 'RabbitMQ delivers the message to it',
  'shared/messaging/rpc/serve.ts': 'shared/messaging/amqp/amqp-broker.ts is given its function to answer with',
  'services/inventory/handlers.ts': 'serve() calls the handler that has the name of the operation',
  'services/inventory/documents/shipping/shipping-orders.ts':
    'services/inventory/documents/families.ts adds its operations to the handlers',
}
