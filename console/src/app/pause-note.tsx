import { Affix, Notification } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { onPause, pausedUntil } from '../api/http/pause.ts'

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

/** Says that requests wait, because the client's limit is spent or the service is busy, and when they go on. */
export function PauseNote() {
  const until = useSyncExternalStore(onPause, pausedUntil)
  if (until === undefined) return null
  return (
    <Affix position={{ bottom: 16, right: 16 }}>
      <Notification role="status" loading withCloseButton={false} title="Waiting for the service">
        It takes no more requests for the moment. This goes on by itself at {clock.format(until)}.
      </Notification>
    </Affix>
  )
}
