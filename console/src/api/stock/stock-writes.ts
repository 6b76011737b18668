import { api, bodyOf, InventoryError, type Schemas } from '../http/client.ts'

export type Preview = Schemas['Preview']
type Receive = Schemas['ReceiveRequest']
type Move = Schemas['MoveRequest']
type Issue = Schemas['IssueRequest']
type Hold = Schemas['HoldRequest']
type Adjust = Schemas['AdjustRequest']
type Amend = Schemas['AmendRequest']

const dryRun = { query: { dryRun: true } } as const
const keyed = (key: string) => ({ header: { 'Idempotency-Key': key } })

/** The stock operations: `preview` changes nothing, `send` takes effect once for a key. */
export const receive = {
  preview: (body: Receive) => previewOf(bodyOf(api.POST('/Inventory/Receive', { body, params: dryRun }))),
  send: (body: Receive, key: string) => doneOf(bodyOf(api.POST('/Inventory/Receive', { body, params: keyed(key) }))),
}

export const move = {
  preview: (body: Move) => previewOf(bodyOf(api.POST('/Inventory/Move', { body, params: dryRun }))),
  send: (body: Move, key: string) => doneOf(bodyOf(api.POST('/Inventory/Move', { body, params: keyed(key) }))),
}

export const issue = {
  preview: (body: Issue) => previewOf(bodyOf(api.POST('/Inventory/Issue', { body, params: dryRun }))),
  send: (body: Issue, key: string) => doneOf(bodyOf(api.POST('/Inventory/Issue', { body, params: keyed(key) }))),
}

/** Sets a cell to what was counted, if it has what is expected. */
export const adjust = {
  preview: (body: Adjust) => previewOf(bodyOf(api.POST('/Inventory/Adjust', { body, params: dryRun }))),
  send: (body: Adjust, key: string) => doneOf(bodyOf(api.POST('/Inventory/Adjust', { body, params: keyed(key) }))),
}

export const amend = (recno: number, body: Amend, key: string) =>
  bodyOf(api.PUT('/Inventory/Lot/{recno}', { body, params: { path: { recno }, ...keyed(key) } }))

export const hold = (body: Hold, key: string) => bodyOf(api.POST('/Inventory/Hold', { body, params: keyed(key) }))

export const release = (body: Hold, key: string) => bodyOf(api.POST('/Inventory/Release', { body, params: keyed(key) }))

export const reverse = (transactionNo: number, remark: string, key: string) =>
  bodyOf(
    api.POST('/Inventory/Transactions/{transactionNo}/Reverse', {
      body: remark === '' ? {} : { remark },
      params: { path: { transactionNo }, ...keyed(key) },
    }),
  )

/** The answer of a dry run; the same route answers otherwise without one. */
async function previewOf(answer: Promise<Preview | object>): Promise<Preview> {
  const body = await answer
  if ('passedOver' in body) return body
  throw new InventoryError(200, { message: 'The service did not answer with a preview.' })
}

async function doneOf<Done extends { readonly transactionNo: number | null }>(
  answer: Promise<Done | Preview>,
): Promise<Done> {
  const body = await answer
  if ('transactionNo' in body) return body
  throw new InventoryError(200, { message: 'The service answered with a preview only.' })
}
