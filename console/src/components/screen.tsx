import { Group, Paper, Skeleton, Stack, Title } from '@mantine/core'
import { type UseInfiniteQueryResult, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { ChoiceReads, ErrorNote } from './error-note.tsx'

interface ScreenProps {
  readonly title: string
  /** What stands beside the title, buttons for instance. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A screen's title, in the page and in the window. */
export function Screen({ title, aside, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} – Inventory`
  }, [title])
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Title order={1}>{title}</Title>
        {aside}
      </Group>
      <ChoiceReads />
      {children}
    </Stack>
  )
}

interface RecordDeclaration<Params, Found> {
  /** What the address says. */
  readonly useParams: () => Params
  readonly title: (params: Params) => string
  readonly of: (params: Params) => { readonly queryKey: readonly unknown[]; readonly queryFn: () => Promise<Found> }
  /** Of what stands there while it is read. */
  readonly height?: number
  readonly show: (found: Found) => ReactNode
}

/** Named, so that the type of a screen does not depend on the addresses of all screens. */
export type RecordScreen = () => ReactNode

export const recordScreen = <Params, Found>(declared: RecordDeclaration<Params, Found>): RecordScreen =>
  function OneRecord() {
    const params = declared.useParams()
    return (
      <Screen key={declared.title(params)} title={declared.title(params)}>
        <Loaded query={useQuery(declared.of(params))} height={declared.height ?? 300}>
          {declared.show}
        </Loaded>
      </Screen>
    )
  }

/** A part of a screen with a heading of its own. */
export function Section({ title, aside, children }: ScreenProps) {
  return (
    <Paper withBorder p="md" radius="md">
      <Stack gap="sm">
        <Group justify="space-between" align="end" gap="xs">
          <Title order={2}>{title}</Title>
          {aside}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}

interface LoadedProps<T> {
  readonly query: UseQueryResult<T> | UseInfiniteQueryResult<T>
  readonly height?: number
  readonly children: (data: T) => ReactNode
}

/** The data of a query, or a placeholder while it is under way, or its error with a way to ask again. */
export function Loaded<T>({ query, height = 120, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  return <Skeleton height={height} role="status" aria-label="Loading" />
}
