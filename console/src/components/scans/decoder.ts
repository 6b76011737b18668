/// <reference lib="webworker" />
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// A worker: the policy of the pages allows no WebAssembly, that of this file does.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

/** Replies to each picture with the text of its code, GS1 codes with brackets; undefined if it shows no code. */
self.addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const [found] = await readBarcodes(data, { textMode: 'HRI', maxNumberOfSymbols: 1 })
  self.postMessage(found?.text)
})
