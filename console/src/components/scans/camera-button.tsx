import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../icons.tsx'

const Camera = lazy(async () => ({ default: (await import('./camera.tsx')).Camera }))

/** Browsers have no camera for pages that come over plain http from another machine. */
const HAS_CAMERA = 'mediaDevices' in navigator

/** Scans with the camera of the device; its code is loaded when it is asked for. */
export function CameraButton({ onCode }: { readonly onCode: (code: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  if (!HAS_CAMERA) return null
  return (
    <>
      {/* Keys go from field to field: whoever has no pointer types the code. */}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Scan with camera"
        tabIndex={-1}
        onClick={() => setOpen(true)}
      >
        <Icon of="camera" />
      </ActionIcon>
      {isOpen && (
        <Suspense>
          <Camera
            onClose={() => setOpen(false)}
            onCode={(code) => {
              setOpen(false)
              onCode(code)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
