import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSecondsOf, launchChild, type ProcessSpec } from './child-process.ts'
import { lastLogLine, rotateLog } from './log-file.ts'

const FIRST_BACK_OFF_MS = 100
const LONGEST_BACK_OFF_MS = 5_000
const SETTLED_AFTER_MS = 10_000
const PROBE_PAUSE_MS = 40
const ROTATE_EVERY_MS = 5_000
/** A child that is not ready may take any time while it makes progress; this is the limit without. */
const STALLED_AFTER_MS = 60_000
const PROGRESS_CHECK_MS = 1_000
/** Progress is at least this share of the limit as processor time. Waiting and trying again uses less. */
const PROGRESS_SHARE = 0.02

/** A child process. It is started again when it ends unexpectedly, and it cannot outlive this process. */
export class SupervisedProcess {
  readonly name: string
  readonly #spec: ProcessSpec
  readonly #stopping = new AbortController()
  #child: ChildProcess | undefined
  #ready = deferred()
  #supervision: Promise<void> | undefined
  #restarts = 0
  #lastProbeError = ''

  constructor(spec: ProcessSpec) {
    this.name = spec.name
    this.#spec = spec
  }

  /** The process id while the child runs; every restart changes it. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** The number of restarts. */
  get restarts(): number {
    return this.#restarts
  }

  /** Resolves when the current child is ready. Rejects when the process is stopped or its first start fails. */
  whenReady(): Promise<void> {
    return this.#ready.promise
  }

  /** Starts the process; further calls change nothing. Resolves when it is ready, rejects when the first start fails. */
  start(): Promise<void> {
    this.#supervision ??= this.#rotateLogWhile(() => this.#supervise())
    return this.whenReady()
  }

  /** Sends the stop signal, and SIGKILL after the grace time. Resolves when the process has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    const child = this.#child
    if (child) {
      child.kill(this.#spec.stopSignal ?? 'SIGTERM')
      child.kill('SIGCONT')
      const killer = setTimeout(() => child.kill('SIGKILL'), this.#spec.graceMs ?? 10_000)
      await this.#supervision
      clearTimeout(killer)
    }
    await this.#supervision
    this.#ready.reject(new Error(`${this.name} is stopped`))
  }

  async #rotateLogWhile(supervise: () => Promise<void>): Promise<void> {
    const { logFile } = this.#spec
    if (logFile === undefined) return supervise()
    const rotating = setInterval(() => rotateLog(logFile), ROTATE_EVERY_MS).unref()
    rotateLog(logFile)
    await supervise().finally(() => clearInterval(rotating))
  }

  async #supervise(): Promise<void> {
    const { name, report } = this.#spec
    let backOffMs = FIRST_BACK_OFF_MS
    while (!this.#stopping.signal.aborted) {
      const startedAt = performance.now()
      const child = launchChild(this.#spec)
      this.#child = child
      const exit = exitCauseOf(child)
      const ready = await Promise.race([this.#waitUntilReady(child), exit.then(() => false)])
      if (ready) {
        if (this.#restarts > 0) report(`${name} is ready again`)
        this.#ready.resolve()
      }
      const isStalled = !ready && isRunning(child)
      if (!ready) child.kill('SIGKILL')
      const ended = await exit
      const cause = isStalled ? 'no progress' : ended
      this.#child = undefined
      if (this.#stopping.signal.aborted) return
      if (!ready && this.#restarts === 0) {
        this.#ready.reject(new Error(`${name} did not start (${cause})${this.#lastProbeError}${this.#describeLog()}`))
        return
      }
      if (ready) this.#ready = deferred()
      this.#restarts++
      report(`${name} ended (${cause}), starting it again`)
      if (performance.now() - startedAt > SETTLED_AFTER_MS) backOffMs = FIRST_BACK_OFF_MS
      await sleep(backOffMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
      backOffMs = Math.min(backOffMs * 2, LONGEST_BACK_OFF_MS)
    }
  }

  #describeLog(): string {
    const { logFile } = this.#spec
    if (logFile === undefined) return ''
    const line = lastLogLine(logFile)
    return `${line === undefined ? '' : `\n  ${line}`}\n  see ${logFile}`
  }

  async #waitUntilReady(child: ChildProcess): Promise<boolean> {
    const over = new AbortController()
    const limitMs = this.#spec.readyTimeoutMs ?? STALLED_AFTER_MS
    try {
      return await Promise.race([this.#becomesReady(child, over.signal), stalls(child, limitMs, over.signal)])
    } finally {
      over.abort()
    }
  }

  async #becomesReady(child: ChildProcess, over: AbortSignal): Promise<boolean> {
    const { probe } = this.#spec
    if (!probe) return sendsReady(child)
    while (!over.aborted && isRunning(child)) {
      try {
        await probe()
        return true
      } catch (error) {
        this.#lastProbeError = error instanceof Error ? `: ${error.message}` : ''
        await sleep(PROBE_PAUSE_MS)
      }
    }
    return false
  }
}

/** Resolves with false when the child has used hardly any processor time for this long. */
async function stalls(child: ChildProcess, limitMs: number, over: AbortSignal): Promise<false> {
  let used = 0
  let lastProgress = performance.now()
  while (performance.now() - lastProgress < limitMs) {
    await sleep(Math.min(limitMs / 4, PROGRESS_CHECK_MS), undefined, { signal: over }).catch(() => undefined)
    if (over.aborted) return false
    const now = cpuSecondsOf(child.pid ?? 0)
    if (now - used < (limitMs / 1_000) * PROGRESS_SHARE) continue
    used = now
    lastProgress = performance.now()
  }
  return false
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null && child.pid !== undefined
}

function exitCauseOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
    child.once('error', (error) => {
      if (child.pid === undefined) resolve(error.message)
    })
  })
}

function sendsReady(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve(true)
    })
  })
}

/** It may be rejected while nothing waits for it. */
function deferred(): PromiseWithResolvers<void> {
  const made = Promise.withResolvers<void>()
  made.promise.catch(() => undefined)
  return made
}
