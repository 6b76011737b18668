import { Alert } from '@mantine/core'
import type { DryRunOperation } from '../../api/http/operations.ts'
import { hasStockAt } from '../../api/stock/lots.ts'
import { useWarehouseName } from '../../api/stock/registries.ts'

interface Spot {
  readonly wid: number
  readonly spot: string
}

/** A dry run, and the spot of the destination if there is no stock yet: a misread label perhaps. */
interface Asking<Shown> {
  readonly dryRun: Shown
  readonly newSpot: Spot | undefined
}

/** A stock operation that also looks whether the spot of its destination has any stock. */
export const askingForSpot = <Body, Shown, Answer>(
  { dryRun, send }: DryRunOperation<Body, Shown, Answer>,
  spotOf: (body: Body) => { readonly wid: number; readonly spot?: string | null | undefined },
) => ({
  async dryRun(body: Body): Promise<Asking<Shown>> {
    const { wid, spot } = spotOf(body)
    const isNew = spot ? hasStockAt(wid, spot).then((hasStock) => !hasStock) : false
    return { dryRun: await dryRun(body), newSpot: spot && (await isNew) ? { wid, spot } : undefined }
  },
  send: (body: Body, key: string, shown?: Asking<Shown>) => send(body, key, shown?.dryRun),
})

/** Asks about a spot without stock. */
export function NewSpot({ of: found, verb }: { readonly of: Spot | undefined; readonly verb: string }) {
  const nameOf = useWarehouseName()
  if (!found) return null
  return (
    <Alert color="var(--ink-warn)" variant="outline" p="xs">
      {found.spot} is new or empty in {nameOf(found.wid)}. {verb} there?
    </Alert>
  )
}
