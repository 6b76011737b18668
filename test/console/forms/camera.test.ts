import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { openBrowser } from '../../support/browser.ts'
import { PICTURED, writeCameraPicture } from '../../support/console/camera-picture.ts'
import { useConsole } from '../../support/console/console-system.ts'
import {
  type ConsoleWindow,
  expectNoTrouble,
  openOwnWindow,
  TEST_LIMIT_MS,
} from '../../support/console/console-window.ts'
import { button, createStockedItem } from '../../support/console/stock-forms.ts'

const world = useConsole()
const folder = mkdtempSync(join(tmpdir(), 'console-camera-'))
const picture = join(folder, 'code.y4m')
let shortID: string
let withCamera: Awaited<ReturnType<typeof openBrowser>>

beforeAll(async () => {
  writeCameraPicture(picture)
  shortID = (await createStockedItem(world)).shortID
  await world.system.call(catalog.putAlias, { shortID, alias: PICTURED.ean })
  withCamera = await openBrowser('chromium-headless-shell', [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${picture}`,
  ])
})
afterAll(async () => {
  if (typeof withCamera !== 'string') await withCamera?.close()
  rmSync(folder, { recursive: true, force: true })
})

const RECORD_TONES = `
  globalThis.tones = []
  const { start } = OscillatorNode.prototype
  OscillatorNode.prototype.start = function (...when) {
    tones.push(this.frequency.value)
    start.apply(this, when)
  }
`

/** A form for receipts; `decoders` are the files of the decoder that were loaded, `tones` what was to be heard, in Hz. */
async function openReceipt(context: TestContext, browser: typeof withCamera) {
  const window = await openOwnWindow(context, { browser, origin: world.origin })
  const { page } = window
  const decoders: string[] = []
  page.on('request', (request) => void (/decoder|zxing/.test(request.url()) && decoders.push(request.url())))
  await page.addInitScript({ content: RECORD_TONES })
  await window.openAs(world.client, '/receive')
  return { window, decoders, tones: () => page.evaluate('tones') }
}

const value = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).and(page.locator('input')).inputValue()
async function expectFilled({ page }: ConsoleWindow): Promise<void> {
  await expect.poll(() => value(page, 'Item')).toBe(shortID)
  expect(await value(page, 'Units')).toBe(String(PICTURED.units))
  expect(await value(page, 'Serial or lot number')).toBe(PICTURED.serial)
}

describe('A code before the camera', { timeout: TEST_LIMIT_MS }, () => {
  test('fills a receipt, read by a decoder that is loaded when it is asked for', async (context) => {
    const { window, decoders, tones } = await openReceipt(context, withCamera)
    await using _ = window
    expect(decoders).toEqual([])
    await button(window.page, 'Scan with camera').click()
    await expectFilled(window)
    expect(decoders.length).toBeGreaterThan(0)
    await expect.poll(() => window.page.locator('video').count()).toBe(0)
    expect(await tones()).toEqual([880])
    expectNoTrouble(window)
  })

  test('is read by the browser if the browser can read it', async (context) => {
    const { window, decoders } = await openReceipt(context, withCamera)
    await using _ = window
    await window.page.evaluate(
      (code) => {
        const formats = ['code_128', 'data_matrix', 'ean_13', 'ean_8', 'itf', 'qr_code', 'upc_a', 'upc_e']
        class BarcodeDetector {
          static readonly getSupportedFormats = async () => formats
          readonly detect = async () => [{ rawValue: code }]
        }
        Object.assign(globalThis, { BarcodeDetector })
      },
      `01${PICTURED.ean.padStart(14, '0')}30${PICTURED.units}\u001d21${PICTURED.serial}`,
    )
    await button(window.page, 'Scan with camera').click()
    await expectFilled(window)
    expect(decoders).toEqual([])
    expectNoTrouble(window)
  })

  test('that cannot be read is refused with a message and a sound', async (context) => {
    const { window, tones } = await openReceipt(context, withCamera)
    await using _ = window
    await window.page.getByLabel('Item', { exact: true }).and(window.page.locator('input')).fill('(01)09506000134353')
    await window.page.keyboard.press('Enter')
    await window.page.getByText('Can’t read this code: the check digit of (01)').waitFor()
    expect(await tones()).toEqual([220, 165])
    expectNoTrouble(window)
  })

  test('needs a camera and permission, and says which one is missing', async (context) => {
    const { window } = await openReceipt(context, world.browser)
    await using _ = window
    const { page } = window
    const expectRefusal = async (text: string) => {
      await button(page, 'Scan with camera').click()
      await page.getByRole('alert').getByText(text).waitFor()
      await page.keyboard.press('Escape')
    }
    await expectRefusal('No camera found.')
    await page.evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Permission denied', 'NotAllowedError'))`,
    )
    await expectRefusal('The browser blocks the camera.')
    expectNoTrouble(window)
  })
})
