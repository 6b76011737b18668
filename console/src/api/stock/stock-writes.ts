import { InventoryError } from '../http/client.ts'
import type { Answer, Input, Schemas } from '../http/contract.ts'
import { call, write } from '../http/operations.ts'

export type Preview = Schemas['Preview']
type StockPath = `/Inventory/${'Receive' | 'Move' | 'Issue' | 'Adjust'}`
type Done<P extends StockPath> = Exclude<Answer<'post', P>, Preview>

/** A stock operation: `preview` changes nothing; `send` takes effect once for a key, and does what was shown. */
const stockWrite = <P extends StockPath>(path: P) => ({
  async preview(body: Input<'post', P>): Promise<Preview> {
    const answer = await call('post', path, { ...body, dryRun: true })
    if (isPreview(answer)) return answer
    throw new InventoryError(200, { message: 'The service did not answer with a preview.' })
  },
  async send(body: Input<'post', P>, key: string, shown?: Preview): Promise<Done<P>> {
    const answer = await call('post', path, body, key, shown?.plan ?? undefined)
    if (isDone<P>(answer)) return answer
    throw new InventoryError(200, { message: 'The service answered with a preview only.' })
  },
})

/** The answer of a dry run; the same route answers otherwise without one. */
const isPreview = (answer: object): answer is Preview => 'passedOver' in answer
const isDone = <P extends StockPath>(answer: object): answer is Done<P> => 'transactionNo' in answer

export const receive = stockWrite('/Inventory/Receive')
export const move = stockWrite('/Inventory/Move')
export const issue = stockWrite('/Inventory/Issue')
/** Sets a cell to what was counted, if it has what is expected. */
export const adjust = stockWrite('/Inventory/Adjust')

export const amend = write('put', '/Inventory/Lot/{recno}')
export const hold = write('post', '/Inventory/Hold')
export const release = write('post', '/Inventory/Release')
export const reverse = write('post', '/Inventory/Transactions/{transactionNo}/Reverse')
