import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from './loaded.tsx'
import { Screen } from './screen.tsx'

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

/** A screen that shows one record. */
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
