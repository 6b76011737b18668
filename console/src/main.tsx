import '@mantine/core/styles.css'
import './app/global.css'
import { Affix, MantineProvider, Notification } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { onPause, pausedUntil } from './api/http/pause.ts'
import { queryClient } from './api/http/query-client.ts'
import { router } from './app/routes.tsx'
import { sessionQuery } from './app/session-query.ts'
import { theme, variables } from './app/theme.ts'
import { keepResponses } from './device/kept-responses.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' })

keepResponses(queryClient)
// Beside the files of the screen, which the router reads before it draws anything.
void queryClient.prefetchQuery(sessionQuery)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
        withGlobalClasses
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <PauseNote />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
addEventListener('load', keepShell)

/** Says that requests wait, because the client's limit is spent or the service is busy, and when they go on. */
function PauseNote() {
  const until = useSyncExternalStore(onPause, pausedUntil)
  if (until === undefined) return null
  return (
    <Affix position={{ bottom: 16, right: 16 }}>
      <Notification role="status" loading withCloseButton={false} title="The server is busy">
        Retrying at {clock.format(until)}.
      </Notification>
    </Affix>
  )
}

/** Lets the browser keep the pages, so that they open without signal. Browsers do so over https, and on localhost. */
function keepShell(): void {
  if (!('serviceWorker' in navigator)) return
  const { BASE_URL } = import.meta.env
  void navigator.serviceWorker.register(`${BASE_URL}worker.js`, { scope: BASE_URL.replace(/\/$/, '') })
}
