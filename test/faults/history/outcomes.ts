import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pMap from 'p-map'
import type { LedgerRecord } from '../../../services/inventory/stock/ledger/ledger.model.ts'
import type { Output } from '../../../shared/contract/core/operation.ts'
import type { inventory } from '../../../shared/contract/inventory/inventory.ts'
import type { Random } from '../../support/records/seeded.ts'
import { pick } from '../components/fault-plan.ts'
import { createHttpClient, type HttpClient } from '../load/http-client.ts'
import { type Finding, finding } from './finding.ts'
import { describeIntent, type Intent, isFinal, isSuccess } from './history.ts'
import { ledgerRuleOf } from './ledger-rules.ts'
import { pairUp } from './responses.ts'

const ASK_EVERY_MS = 250
const ASKED_AT_ONCE = 8
const MOST_TRIES = 30
/** Of the latest intents, one is asked for. */
const LATEST = 200
/** An attempt whose deadline has passed by so much cannot take effect any more. */
const OVER_AFTER_MS = 12_000

/** A response of `GET /Operations/{key}`; times are milliseconds of `performance.now()`. */
export interface AskedOutcome {
  readonly intent: Intent
  readonly start: number
  readonly status: number
  readonly text: string
  /** Whether nothing of the intent was under way any more. */
  readonly isLast: boolean
}

interface Options {
  readonly gateways: readonly string[]
  readonly random: Random
}

async function ask(http: HttpClient, gateway: string, intent: Intent, isLast: boolean): Promise<AskedOutcome> {
  const { origin, pathname } = new URL(gateway)
  const start = performance.now()
  const headers = { authorization: `Bearer ${intent.client.token}` }
  const path = `${pathname}/Operations/${intent.key}`
  const { status, text } = await http.send({ method: 'GET', origin, path, headers })
  return { intent, start, status, text, isLast }
}

/** Asks for outcomes of the latest intents, one after the other, until it is stopped. */
export function startAsking(intents: readonly Intent[], { gateways, random }: Options) {
  const http = createHttpClient()
  const asked: AskedOutcome[] = []
  const ending = new AbortController()
  const running = (async () => {
    while (!ending.signal.aborted) {
      const latest = intents.slice(-LATEST).filter(({ key, attempts }) => key !== undefined && attempts.length > 0)
      if (latest.length > 0) asked.push(await ask(http, pick(gateways, random), pick(latest, random), false))
      await delay(ASK_EVERY_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop(): Promise<readonly AskedOutcome[]> {
      ending.abort()
      await running
      http.close()
      return asked
    },
  }
}

/** Asks for the outcome of every intent with a key, each until it is answered and nothing of it runs. */
export async function askAll(intents: readonly Intent[], { gateways, random }: Options): Promise<AskedOutcome[]> {
  const http = createHttpClient()
  const askOne = async (intent: Intent) => {
    for (let tries = 1; ; tries++) {
      const asked = await ask(http, pick(gateways, random), intent, true)
      if ((isAnswered(asked) && !isRunning(asked)) || tries === MOST_TRIES) return asked
      await delay(1_000)
    }
  }
  const keyed = intents.filter(({ key }) => key !== undefined)
  const asked = await pMap(keyed, askOne, { concurrency: ASKED_AT_ONCE })
  http.close()
  return asked
}

const isRunning = ({ text }: AskedOutcome) => text.includes('"status":"running"')

const isAnswered = ({ status }: AskedOutcome) => status === 200 || status === 404

/** R14: what was answered of an outcome agrees with the ledger, and with what the write itself was answered. */
export function compareOutcomes(
  intents: readonly Intent[],
  ledger: readonly LedgerRecord[],
  asked: readonly AskedOutcome[],
): Finding[] {
  const { byIntent } = pairUp(intents, ledger)
  return asked.flatMap((one) => {
    const fault = contradiction(one, byIntent.get(one.intent) ?? [])
    return fault === undefined ? [] : [finding('R14', `${describeIntent(one.intent)}: the outcome ${fault}`)]
  })
}

function contradiction(asked: AskedOutcome, entries: readonly LedgerRecord[]): string | undefined {
  const { status, text, isLast, intent } = asked
  if (!isAnswered(asked))
    return isLast || ![0, 503, 504].includes(status) ? `was answered ${status} ${text}` : undefined
  const { entries: rule } = ledgerRuleOf(intent.operation)
  const final = intent.attempts.find((made) => isFinal(made) && (isLast || made.end < asked.start))
  if (status === 404) {
    if (final) return `is not known, and it was answered ${final.status} ${final.text}`
    return rule !== 'parts' && isLate(asked, entries) ? 'is said to be none, and it is in the ledger' : undefined
  }
  // The responses are checked against the contract by other tests.
  const told = JSON.parse(text) as Output<typeof inventory.getOperation>
  if (told.operation !== intent.operation.name) return `names ${told.operation}`
  if (told.status === 'running') return isLast || final ? 'is said to be running' : undefined
  const isEntered = entries.length > 0
  if (told.status === 'refused' && isEntered && rule !== 'parts') return `is ${text}, and it is in the ledger`
  const needsEntry = rule === 'one' || rule === 'some'
  if (told.status === 'applied' && needsEntry && !isEntered) return `is ${text}, and it is not in the ledger`
  const answered = intent.attempts.find(isFinal)
  if (!answered) return undefined
  const isSame =
    told.statusCode === answered.status &&
    isSuccess(answered) === (told.status === 'applied') &&
    isDeepStrictEqual(told.answer, JSON.parse(answered.text))
  return isSame ? undefined : `is ${text}, and it was answered ${answered.status} ${answered.text}`
}

/** Whether an attempt took effect after its outcome said that it had none, although its time was over. */
function isLate({ intent, start, isLast }: AskedOutcome, entries: readonly LedgerRecord[]): boolean {
  const own = intent.attempts.filter(({ requestId }) => entries.some((entry) => entry.requestId === requestId))
  return isLast ? entries.length > 0 : own.some((made) => made.start + OVER_AFTER_MS < start)
}
