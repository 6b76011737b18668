import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { compiled } from '../../../local/processes/program-paths.ts'
import { HEAP_LIMIT } from '../../../local/services.ts'
import { inventory } from '../../../shared/contract/inventory/inventory.ts'
import { createOwner } from '../../../shared/process/disposal.ts'
import { anItem, aReceipt } from '../../support/records/factories.ts'
import type { Api } from '../../support/system/api.ts'
import { type ProcessOptions, startProcesses } from '../../support/system/processes.ts'
import { registerBasics } from '../../support/system/registries.ts'
import { type Finding, finding } from '../history/finding.ts'
import { RECOVERY_MS } from './recovery.ts'

const HOUR_MS = 3_600_000
/** The clock is wrong for so long. */
const WRONG_MS = 5_000
/** Longest time for a response (docs/promises.md#R5). */
const LONGEST_MS = 10_000
const PAUSE_MS = 50
/** Reservations that end within the hour. */
const HELD_MS = HOUR_MS / 2
const CAUGHT_UP_MS = 60_000

/** A receipt of one unit; times are of `performance.now()`. */
interface Sent {
  readonly start: number
  readonly end: number
  readonly status: number
}

export interface ClockTrialOptions {
  /** How long requests go on after each jump and its end; more than a recovery may take. */
  readonly watchedMs?: number
  readonly servers?: ProcessOptions['servers']
}

/**
 * Sets the clock of all processes an hour ahead, right again, an hour back, and right again, while a client receives units. Each
 * time, requests are answered as before after a recovery (docs/promises.md#R20); nothing has ended or is missing from reports.
 */
export async function jumpClock({ watchedMs = RECOVERY_MS + 5_000, servers }: ClockTrialOptions = {}): Promise<{
  readonly lines: readonly string[]
  readonly findings: readonly Finding[]
}> {
  await using owner = createOwner()
  const folder = mkdtempSync(join(tmpdir(), 'inventory-clock-'))
  owner.defer(async () => rmSync(folder, { recursive: true, force: true }))
  const shiftFile = join(folder, 'shift')
  // Renamed, so that no process reads a file that is half written.
  const setClock = (shiftMs: number) => {
    writeFileSync(`${shiftFile}.new`, String(shiftMs))
    renameSync(`${shiftFile}.new`, shiftFile)
  }
  setClock(0)
  const preload = `--import=${compiled('test/support/system/shifted-clock.js')}`
  const env = { CLOCK_SHIFT_FILE: shiftFile, NODE_OPTIONS: `${HEAP_LIMIT} ${preload}` }
  const system = owner.own(await startProcesses({ env, ...(servers && { servers }) }))
  await registerBasics(system.call)
  const api = system.api((await system.createClient()).token)
  const itemID = (await api.catalog.createItem(anItem())).body.shortID
  const findings: Finding[] = []

  const sent: Sent[] = []
  const writing = new AbortController()
  const write = async () => {
    while (!writing.signal.aborted) {
      const start = performance.now()
      const { status } = await api.inventory.receive(aReceipt({ itemID, units: 1, wid: 1 }))
      sent.push({ start, end: performance.now(), status })
      await delay(PAUSE_MS)
    }
  }
  const written = write()
  const expectNormal = (what: string, since: number) => {
    const late = sent.filter(({ start, status }) => start > since + RECOVERY_MS && status !== 201)
    if (late.length > 0) findings.push(finding('R20', `${what}: ${late.length} requests failed after the recovery`))
  }
  const expires = new Date(Date.now() + HELD_MS).toISOString()
  await api.inventory.receive(aReceipt({ itemID, units: 1, wid: 1 }))
  const reserved = await api.inventory.createReservation({ itemID, wid: 1, units: 1, expires })
  if (reserved.status !== 201) findings.push(finding('bug', `a reservation was answered ${reserved.status}`))
  try {
    for (const shiftMs of [HOUR_MS, -HOUR_MS]) {
      setClock(shiftMs)
      await delay(WRONG_MS)
      const since = performance.now()
      setClock(0)
      await delay(watchedMs)
      expectNormal(`the clock was ${shiftMs / HOUR_MS} h wrong`, since)
    }
  } finally {
    writing.abort()
    await written
  }

  const failed = sent.filter(({ status }) => status !== 201)
  const slowestMs = Math.max(...sent.map(({ start, end }) => end - start))
  if (slowestMs > LONGEST_MS) findings.push(finding('R5', `an answer took ${Math.round(slowestMs)} ms`))
  findings.push(...(await compareStock(api, itemID, sent)))
  const { differences } = await system.call(inventory.reconcile, {})
  for (const { what, expected, found } of differences)
    findings.push(finding('R1', `${what}: expected ${expected}, found ${found}`))
  return { lines: [`${sent.length} requests, ${failed.length} of them failed while the clock was wrong`], findings }
}

/** What reports and levels say of the stock now, without any unit of a time to come. */
async function compareStock(api: Api, itemID: string, sent: readonly Sent[]): Promise<Finding[]> {
  const { inStock, committed } = (await api.inventory.explainLevel({ itemID })).body.level
  const received = sent.filter(({ status }) => status === 201).length
  const findings: Finding[] = []
  if (inStock < received + 1) findings.push(finding('R1', `${received + 1} units were received, ${inStock} are there`))
  if (committed !== 1) findings.push(finding('R20', 'a reservation of half an hour ended while the clock was wrong'))
  const giveUpAt = performance.now() + CAUGHT_UP_MS
  for (;;) {
    const asOf = new Date().toISOString()
    const { body } = await api.raw('GET', '/Report/1001').query({ itemID, asOf })
    const reported = body.value?.[0]?.inStock
    if (reported === inStock) return findings
    if (performance.now() > giveUpAt)
      return [...findings, finding('R20', `as of ${asOf} reports have ${reported} of ${inStock} units`)]
    await delay(500)
  }
}
