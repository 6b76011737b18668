import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchChild } from './launch-child.ts'
import { rotateLog } from './log-file.ts'
import type { ProcessSpec } from './process-spec.ts'

const FIRST_BACK_OFF_MS = 100
const LONGEST_BACK_OFF_MS = 5_000
const SETTLED_AFTER_MS = 10_000
const PROBE_PAUSE_MS = 40
const ROTATE_EVERY_MS = 5_000

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
      } else child.kill('SIGKILL')
      const cause = await exit
      this.#child = undefined
      if (this.#stopping.signal.aborted) return
      if (!ready && this.#restarts === 0) {
        const where = this.#spec.logFile ? `, see ${this.#spec.logFile}` : ''
        this.#ready.reject(new Error(`${name} did not start (${cause})${this.#lastProbeError}${where}`))
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

  async #waitUntilReady(child: ChildProcess): Promise<boolean> {
    const giveUpAt = performance.now() + (this.#spec.readyTimeoutMs ?? 60_000)
    const { probe } = this.#spec
    if (!probe) return waitForReadyMessage(child, giveUpAt)
    while (performance.now() < giveUpAt && isRunning(child)) {
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

function waitForReadyMessage(child: ChildProcess, giveUpAt: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), giveUpAt - performance.now())
    child.once('exit', () => clearTimeout(timer))
    child.on('message', (message) => {
      if (message !== 'ready') return
      clearTimeout(timer)
      resolve(true)
    })
  })
}

interface Deferred {
  promise: Promise<void>
  resolve: () => void
  reject: (error: Error) => void
}

function deferred(): Deferred {
  let resolve: () => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<void>((yes, no) => {
    resolve = yes
    reject = no
  })
  promise.catch(() => undefined)
  return { promise, resolve, reject }
}
