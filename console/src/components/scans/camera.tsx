import { Alert, Modal, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface CameraProps {
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}

/** Shows what the camera sees until there is a code in it. */
export function Camera({ onCode, onClose }: CameraProps) {
  return (
    <Modal opened onClose={onClose} title="Point the camera at the code">
      <Finder onCode={onCode} />
    </Modal>
  )
}

function Finder({ onCode }: Pick<CameraProps, 'onCode'>) {
  const video = useRef<HTMLVideoElement>(null)
  const [fault, setFault] = useState<string>()
  const take = useEffectEvent(onCode)
  useEffect(() => {
    if (!video.current) return
    const ended = new AbortController()
    readFrom(video.current, ended.signal).then(
      (code) => code !== undefined && take(code),
      (error: unknown) => ended.signal.aborted || setFault(faultOf(error)),
    )
    return () => ended.abort()
  }, [])
  if (fault === undefined)
    return <video ref={video} muted playsInline style={{ width: '100%' }} aria-label="Camera view" />
  return (
    <Alert role="alert" color="var(--ink-warn)" variant="outline">
      <Text size="sm">{fault}</Text>
    </Alert>
  )
}

/** The first code that the camera sees; undefined if it was ended before. */
async function readFrom(video: HTMLVideoElement, ended: AbortSignal): Promise<string | undefined> {
  const [reader, stream] = await Promise.all([
    createCodeReader(),
    navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
  ])
  try {
    video.srcObject = stream
    await video.play()
    while (!ended.aborted) {
      const code = await reader.read(video)
      if (code !== undefined) return code
      await new Promise((resolve) => video.requestVideoFrameCallback(resolve))
    }
    return undefined
  } finally {
    reader.close()
    for (const track of stream.getTracks()) track.stop()
  }
}

const FAULTS: Readonly<Record<string, string>> = {
  NotAllowedError: 'The browser blocks the camera. Allow it in the site settings.',
  NotFoundError: 'No camera found.',
  NotReadableError: 'Another app is using the camera.',
}

const faultOf = (error: unknown): string => {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return FAULTS[name] ?? `Can’t use the camera: ${message}`
}

interface CodeReader {
  /** The text of the code in the current picture; undefined if the picture shows no code. */
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
async function createCodeReader(): Promise<CodeReader> {
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
        worker.onerror = ({ message }) => reject(new Error(message || 'Couldn’t load the code reader.'))
        worker.postMessage(context.getImageData(0, 0, width, height))
      })
    },
    close: () => worker.terminate(),
  }
}
