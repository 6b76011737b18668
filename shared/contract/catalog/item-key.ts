import { z } from 'zod'
import { readScan } from '../../scan/read-scan.ts'
import { across, optional, requiredText } from '../core/fields.ts'
import { itemNamesIn, scannedCode } from '../core/scans.ts'

const shortKey = requiredText(64)
/** What `GET /Item?key=` finds an item by. */
export const itemKey = z
  .object({
    key: scannedCode()
      .min(1, 'is required.')
      .meta({ description: 'ShortID or alias, of at most 64 characters, or a scanned code' }),
    type: optional(z.enum(['id', 'alias', 'gs1'], 'must be id, alias or gs1.')).meta({
      description: 'Whether key is a ShortID (id, the default), an alias, or a code whose GTIN is one of these (gs1)',
    }),
  })
  .check(
    across(({ value: { key, type }, issues }) => {
      if (typeof key !== 'string' || issues.some(({ path }) => path?.[0] === 'key')) return
      const refuse = (message: string) => issues.push({ code: 'custom', path: ['key'], message, input: key })
      if (type !== 'gs1') for (const { message } of shortKey.safeParse(key).error?.issues ?? []) refuse(message)
      else {
        const reading = readScan(key)
        if ('refusal' in reading) refuse(`must be a code that can be read: ${reading.refusal}.`)
        else if (itemNamesIn(key).length === 0) refuse('must be the code of an item.')
      }
    }),
  )
