import '@mantine/core/styles.css'
import './app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api/http/query-client.ts'
import { App } from './app/app.tsx'
import { sessionQuery } from './app/session-query.ts'
import { keepShell } from './device/keep-shell.ts'
import { keepResponses } from './device/kept-responses.ts'

keepResponses(queryClient)
// Beside the files of the screen, which the router reads before it draws anything.
void queryClient.prefetchQuery(sessionQuery)
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
addEventListener('load', keepShell)
