import type { Answer, Input, PathWith, Schemas } from '../http/contract.ts'
import { call, write } from '../http/operations.ts'

export type DryRun = Schemas['Preview']
type StockPath = `/Inventory/${'Receive' | 'Move' | 'Issue' | 'Adjust'}`

/** A stock operation: `preview` changes nothing; `send` takes effect once for a key, and does what was shown. */
const stockWrite = <P extends StockPath>(path: P) => ({
  async dryRun(body: Input<'post', P>): Promise<DryRun> {
    const dryRun: PathWith<'post'> = `${path}/Preview`
    // Both paths take the same body, which the compiler cannot see through the type parameter.
    return call('post', dryRun as '/Inventory/Receive/Preview', body as Input<'post', '/Inventory/Receive/Preview'>)
  },
  send: (body: Input<'post', P>, key: string, shown?: DryRun): Promise<Answer<'post', P>> =>
    call('post', path, body, key, shown?.plan ?? undefined),
})

export const receive = stockWrite('/Inventory/Receive')
export const move = stockWrite('/Inventory/Move')
export const issue = stockWrite('/Inventory/Issue')
/** Sets a cell to what was counted, if it has what is expected. */
export const adjust = stockWrite('/Inventory/Adjust')

export const amend = write('put', '/Inventory/Lot/{recno}')
export const hold = write('post', '/Inventory/Hold')
export const release = write('post', '/Inventory/Release')
export const reverse = write('post', '/Inventory/Transactions/{transactionNo}/Reverse')
