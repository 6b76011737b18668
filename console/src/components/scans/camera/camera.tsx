import { Alert, Modal, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createCodeReader } from './code-reader.ts'

interface CameraProps {
  readonly onCode: (code: string) => void
  readonly onClose: () => void
}

/** Shows what the camera sees until there is a code in it. */
export function Camera({ onCode, onClose }: CameraProps) {
  return (
    <Modal opened onClose={onClose} title="Hold the code before the camera">
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
    return <video ref={video} muted playsInline style={{ width: '100%' }} aria-label="What the camera sees" />
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
  NotAllowedError: 'The browser does not let this page use the camera. Allow it in the settings of the page.',
  NotFoundError: 'There is no camera.',
  NotReadableError: 'The camera is used by another program.',
}

const faultOf = (error: unknown): string => {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return FAULTS[name] ?? `The camera cannot be used: ${message}`
}
