import { z } from 'zod'
import { across, decimal, id, optional, requiredText, sixDecimals, text, units } from '../core/fields.ts'
import { newPlace } from '../core/identifiers.ts'
import { EACH, eachOnce, lineNo, newOrderNo } from '../orders/order-fields.ts'

/** Most lines of one transit. */
export const MAX_TRANSIT_LINES = 100

const slipNumber = () => requiredText(64)
const remark = () => optional(text(255)).meta({ description: 'Notes' })
const recno = () => optional(id()).meta({ description: 'The lot' })
const spot = (description: string) => optional(newPlace()).meta({ description })
const shortText = (description: string) => optional(text(64)).meta({ description })

const linesOf = <T extends z.ZodType>(line: T) =>
  z
    .array(line, 'must be an array.')
    .min(1, 'must have at least one line.')
    .max(MAX_TRANSIT_LINES, `must have at most ${MAX_TRANSIT_LINES} lines.`)
const namedLines = <T extends z.ZodType<{ lineNo: number }>>(line: T) =>
  linesOf(line)
    .check(eachOnce())
    .meta({ description: `1 to ${MAX_TRANSIT_LINES} lines, each once` })

export const slip = { slip: slipNumber().meta({ description: 'Number of the transit slip' }) }

export const shipInput = z
  .object({
    slip: newOrderNo('Transit', 'transit slip'),
    wid: id().meta({ description: 'Source warehouse' }),
    shipToWid: id().meta({ description: 'Destination warehouse' }),
    reference: shortText('External reference'),
    remark: remark(),
    lines: linesOf(
      z.object(
        {
          lineNo: optional(lineNo()),
          itemID: requiredText(64).meta({ description: 'ShortID or alias of an item' }),
          units: units().meta(sixDecimals("Quantity to ship, in the item's unit of measure")),
          recno: recno(),
        },
        EACH,
      ),
    ).meta({ description: `1 to ${MAX_TRANSIT_LINES} lines` }),
  })
  .check(
    across(({ value, issues }) => {
      if (value.shipToWid === value.wid)
        issues.push({ code: 'custom', path: ['shipToWid'], message: 'must differ from wid.', input: value })
    }),
  )
export type ShipTransitInput = z.output<typeof shipInput>

export const receiveInput = z.object({
  ...slip,
  remark: remark(),
  lines: namedLines(
    z
      .object(
        {
          lineNo: lineNo(),
          accepted: decimal().meta(sixDecimals('Quantity accepted')),
          spot: spot('Bin of what is accepted'),
          rejected: optional(decimal()).meta(sixDecimals('Quantity rejected: it is received on hold')),
          rejectedSpot: spot('Bin of what is rejected; spot by default'),
          reasonCode: optional(id()).meta({
            description: 'A registered reason code; required if something is rejected',
          }),
          recno: recno(),
        },
        EACH,
      )
      .check(
        across(({ value, issues }) => {
          const { accepted, rejected, reasonCode } = value
          const refuse = (field: string, message: string) =>
            issues.push({ code: 'custom', path: [field], message, input: value })
          if (accepted === 0 && !rejected) refuse('accepted', 'must be greater than 0, unless something is rejected.')
          if (rejected && (reasonCode ?? undefined) === undefined) refuse('reasonCode', 'is required.')
        }),
      ),
  ),
})
export type ReceiveTransitInput = z.output<typeof receiveInput>

export const returnInput = z.object({
  ...slip,
  remark: remark(),
  lines: namedLines(
    z.object(
      {
        lineNo: lineNo(),
        units: units().meta(sixDecimals('Quantity returned')),
        spot: spot('Bin in the source warehouse'),
        recno: recno(),
      },
      EACH,
    ),
  ),
})
export type ReturnTransitInput = z.output<typeof returnInput>

export const closeInput = z.object({
  ...slip,
  reasonCode: id().meta({ description: 'Reason code of direction out' }),
  remark: remark(),
})
export type CloseTransitInput = z.output<typeof closeInput>

export const cancelInput = z.object({
  ...slip,
  spot: spot('Bin in the source warehouse'),
  remark: remark(),
})
export type CancelTransitInput = z.output<typeof cancelInput>
