/** Reads codes in the pictures of a camera. */
export interface CodeReader {
  /** The text of a code in what the video shows now; undefined: there is none. */
  read(video: HTMLVideoElement): Promise<string | undefined>
  close(): void
}

/** Shape Detection API, 2.3; browsers on phones have it. */
interface NativeDetector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>
}
interface NativeDetectors {
  new (options: { readonly formats: readonly string[] }): NativeDetector
  getSupportedFormats(): Promise<readonly string[]>
}
declare global {
  interface Window {
    readonly BarcodeDetector?: NativeDetectors
  }
}

/** The codes of goods and of their packages. */
const FORMATS = ['code_128', 'data_matrix', 'ean_13', 'ean_8', 'itf', 'qr_code', 'upc_a', 'upc_e']

/** The browser's own reader if it knows all formats; otherwise one that is loaded now. */
export async function createCodeReader(): Promise<CodeReader> {
  const { BarcodeDetector } = window
  const supported = (await BarcodeDetector?.getSupportedFormats()) ?? []
  return BarcodeDetector && FORMATS.every((format) => supported.includes(format))
    ? nativeReader(new BarcodeDetector({ formats: FORMATS }))
    : workerReader()
}

const nativeReader = (detector: NativeDetector): CodeReader => ({
  read: async (video) => (await detector.detect(video))[0]?.rawValue,
  close: () => undefined,
})

function workerReader(): CodeReader {
  const worker = new Worker(new URL('./decoder.ts', import.meta.url), { type: 'module' })
  const canvas = new OffscreenCanvas(0, 0)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return {
    read(video) {
      const { videoWidth: width, videoHeight: height } = video
      if (!context || width === 0) return Promise.resolve(undefined)
      Object.assign(canvas, { width, height })
      context.drawImage(video, 0, 0)
      return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data)
        worker.onerror = ({ message }) => reject(new Error(message || 'The reader of codes could not be loaded.'))
        worker.postMessage(context.getImageData(0, 0, width, height))
      })
    },
    close: () => worker.terminate(),
  }
}
