import { Skeleton } from '@mantine/core'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNote } from './error-note.tsx'

interface LoadedProps<T> {
  readonly query: UseQueryResult<T> | UseInfiniteQueryResult<T>
  readonly height?: number
  readonly children: (data: T) => ReactNode
}

/** The answer of a query, or a placeholder while it is under way, or its error with a way to ask again. */
export function Loaded<T>({ query, height = 120, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorNote error={query.error} onRetry={() => void query.refetch()} />
  return <Skeleton height={height} role="status" aria-label="Loading" />
}
