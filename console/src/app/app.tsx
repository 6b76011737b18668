import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '../api/http/query-client.ts'
import { PauseNote } from './pause-note.tsx'
import { router } from './routes.tsx'
import { theme, variables } from './theme.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

export function App() {
  return (
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
  )
}
