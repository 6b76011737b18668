import type { Page } from 'playwright-core'

/** Runs before the page's scripts: promises the moment at which the first row of the stock with an item had been drawn. */
const WATCH_FIRST_ROW = `globalThis.firstRow = new Promise((resolve) =>
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main tr[aria-rowindex="2"] a')) return
    observer.disconnect()
    requestAnimationFrame(() => resolve(performance.now()))
  }).observe(document, { childList: true, subtree: true }))`

export const watchFirstRow = (page: Page): Promise<unknown> => page.addInitScript(WATCH_FIRST_ROW)

/** Milliseconds from the start of the navigation until the first row had been drawn. */
export const firstRowMs = (page: Page): Promise<number> => page.evaluate<number>('globalThis.firstRow')

/** How the page did while it scrolled. */
export interface Scrolling {
  readonly frames: number
  /** Intervals between frames, in milliseconds. */
  readonly medianFrameMs: number
  readonly longestFrameMs: number
  /** Frames that came more than 50 ms after the one before. */
  readonly lateFrames: number
  readonly longestTaskMs: number
}

const scroll = (seconds: number) => `new Promise((resolve) => {
  const frame = document.querySelector('main section[aria-label="Stock levels"]')
  const tasks = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
  observer.observe({ type: 'longtask' })
  const intervals = []
  const begin = performance.now()
  let before = begin
  const step = (now) => {
    intervals.push(now - before)
    before = now
    const share = Math.min(1, (now - begin) / ${seconds * 1_000})
    frame.scrollTop = share * (frame.scrollHeight - frame.clientHeight)
    if (share < 1) return requestAnimationFrame(step)
    setTimeout(() => {
      observer.disconnect()
      const ascending = intervals.slice(1).sort((one, other) => one - other)
      resolve({
        frames: ascending.length,
        medianFrameMs: ascending[Math.floor(ascending.length / 2)],
        longestFrameMs: ascending.at(-1),
        lateFrames: ascending.filter((ms) => ms > 50).length,
        longestTaskMs: Math.max(0, ...tasks),
      })
    }, 500)
  }
  requestAnimationFrame(step)
})`

/** Scrolls the stock from its top to its end, frame by frame. */
export const scrollToEnd = (page: Page, seconds: number): Promise<Scrolling> =>
  page.evaluate<Scrolling>(scroll(seconds))
