import { randomUUID } from 'node:crypto'

/** Each has one request under way. */
export const WORKERS = 8

/** The responses to requests that were sent while something happened. */
export interface Load {
  readonly sent: number
  /** Responses by status, those that are not 2xx; `broken` counts connections that ended without a response. */
  readonly failed: Readonly<Record<string, number>>
}

/** Sends reads and writes of an item without a pause, none of them twice, until `action` has ended. */
export async function underLoad(
  url: string,
  token: string,
  itemID: string,
  action: () => Promise<unknown>,
): Promise<Load> {
  let sent = 0
  let done = false
  const failed: Record<string, number> = {}
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const receipt = JSON.stringify({ itemID, units: 1, wid: 1, reasonCode: 10, spot: 'A-01' })
  const send = async (turn: number) => {
    const request =
      turn % 2 === 0
        ? fetch(`${url}/Item/${itemID}`, { headers })
        : fetch(`${url}/Inventory/Receive`, {
            method: 'POST',
            headers: { ...headers, 'idempotency-key': randomUUID() },
            body: receipt,
          })
    const outcome = await request.then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok ? 'ok' : String(response.status)
      },
      () => 'broken',
    )
    sent++
    if (outcome !== 'ok') failed[outcome] = (failed[outcome] ?? 0) + 1
  }
  const work = async () => {
    for (let turn = 0; !done; turn++) await send(turn)
  }
  const workers = Promise.all(Array.from({ length: WORKERS }, work))
  try {
    await action()
  } finally {
    done = true
    await workers
  }
  return { sent, failed }
}
