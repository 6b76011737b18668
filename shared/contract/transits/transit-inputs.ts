import { z } from 'zod'
import { across, decimal, id, optional, requiredText, sixDecimals, units } from '../core/fields.ts'
import { newBinName } from '../core/identifiers.ts'
import {
  inputLine,
  lineNo,
  namedLines,
  newOrderNo,
  remark,
  shortText,
  someLines,
} from '../documents/document-inputs.ts'

/** Most lines of one transit. */
export const MAX_TRANSIT_LINES = 100

const recno = () => optional(id()).meta({ description: 'The lot' })
const spot = (description: string) => optional(newBinName()).meta({ description })

export const slip = { slip: requiredText(64).meta({ description: 'Number of the transit slip' }) }

const shippedLine = inputLine({
  lineNo: optional(lineNo()),
  itemID: requiredText(64).meta({ description: 'ShortID or alias of an item' }),
  units: units().meta(sixDecimals("Quantity to ship, in the item's unit of measure")),
  recno: recno(),
})
export const shipInput = z
  .object({
    slip: newOrderNo('Transit', 'transit slip'),
    wid: id().meta({ description: 'Source warehouse' }),
    shipToWid: id().meta({ description: 'Destination warehouse' }),
    reference: shortText('External reference'),
    remark: remark(),
    lines: someLines(MAX_TRANSIT_LINES, shippedLine),
  })
  .check(
    across(({ value, issues }) => {
      if (value.shipToWid === value.wid)
        issues.push({ code: 'custom', path: ['shipToWid'], message: 'must differ from wid.', input: value })
    }),
  )
export type ShipTransitInput = z.output<typeof shipInput>

const receivedLine = inputLine({
  lineNo: lineNo(),
  accepted: decimal().meta(sixDecimals('Quantity accepted')),
  spot: spot('Bin of what is accepted'),
  rejected: optional(decimal()).meta(sixDecimals('Quantity rejected: it is received on hold')),
  rejectedSpot: spot('Bin of what is rejected; spot by default'),
  reasonCode: optional(id()).meta({
    description: 'A registered reason code; required if something is rejected',
  }),
  recno: recno(),
}).check(
  across(({ value, issues }) => {
    const { accepted, rejected, reasonCode } = value
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: value })
    if (accepted === 0 && !rejected) refuse('accepted', 'must be greater than 0, unless something is rejected.')
    if (rejected && (reasonCode ?? undefined) === undefined) refuse('reasonCode', 'is required.')
  }),
)
export const receiveInput = z.object({
  ...slip,
  remark: remark(),
  lines: namedLines(MAX_TRANSIT_LINES, receivedLine),
})
export type ReceiveTransitInput = z.output<typeof receiveInput>

const returnedLine = inputLine({
  lineNo: lineNo(),
  units: units().meta(sixDecimals('Quantity returned')),
  spot: spot('Bin in the source warehouse'),
  recno: recno(),
})
export const returnInput = z.object({
  ...slip,
  remark: remark(),
  lines: namedLines(MAX_TRANSIT_LINES, returnedLine),
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
