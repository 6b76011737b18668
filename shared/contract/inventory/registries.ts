import { z } from 'zod'
import { operatorRead, operatorWrite, permissions } from '../core/access.ts'
import { decimal, id, namedRecord, optional, requiredText } from '../core/fields.ts'
import type { Spec } from '../core/operation.ts'
import { pagesOf } from '../core/paging.ts'
import { isTimeZone } from '../dates/days.ts'
import { itemID, name } from './fields.ts'

const Warehouse = namedRecord('Warehouse', 'A warehouse', {
  wID: z.int().meta({ description: 'Warehouse id' }),
  name: z.string().meta({ description: 'Warehouse name' }),
  timeZone: z.string().meta({
    description: 'Time zone of its days, an IANA name; that of the installation unless it has its own',
  }),
})
const zone = z.string('must be a string.').trim().max(64, 'must be at most 64 characters long.')
const NO_ZONE = 'must be the IANA name of a time zone, such as Europe/Berlin.'
const timeZone = () => optional(zone.refine(isTimeZone, NO_ZONE))
const changedTimeZone = () => optional(zone.refine((name) => name === '' || isTimeZone(name), NO_ZONE))
const forHolds = () =>
  optional(z.boolean('must be true or false.')).meta({ description: 'Whether it is a reason for Hold and Release' })
const direction = () => z.enum(['in', 'out'], 'must be in or out.')
const ReasonCode = namedRecord('ReasonCode', 'A reason for an adjustment', {
  code: z.int().meta({ description: 'The number to send as reasonCode' }),
  name: z.string().meta({ description: 'Name' }),
  direction: direction().meta({ description: 'in for Receive, out for Issue' }),
  forHolds: z.literal(true).optional().meta({ description: 'A reason for Hold and Release' }),
})
const Named = z.object({ id: z.int(), name: z.string() })

const orderKinds = ['onOrder', 'aSN', 'committed', 'packed'] as const
const OrderLine = z.object({
  kind: z.enum(orderKinds),
  reference: z.string(),
  line: z.int(),
  itemID: z.string(),
  wid: z.int(),
  units: z.number(),
  open: z.number(),
})

const readable = { access: permissions.itemMasterList, effect: 'read' } as const
const maintained = { access: 'operator', effect: 'write', errors: ['conflict'] } as const
const corrected = { access: 'operator', effect: 'write', errors: ['not_found'] } as const
const listed = {
  ...operatorRead,
  ...pagesOf(Named),
} as const

/** Numbers and names that the operator maintains, and open order lines (docs/decisions/stock.md#27). */
export const registries = {
  listWarehouses: {
    summary: "List the client's warehouses",
    route: 'GET /Warehouse',
    command: 'warehouse list',
    ...readable,
    ...pagesOf(Warehouse),
    example: {},
  },
  listReasonCodes: {
    summary: 'List the reason codes',
    route: 'GET /ReasonCode',
    command: 'reason list',
    ...readable,
    ...pagesOf(ReasonCode),
    example: {},
  },
  createWarehouse: {
    summary: 'Register a warehouse',
    command: 'warehouse create',
    ...maintained,
    input: z.object({
      wid: id().meta({ description: 'Warehouse id' }),
      name: name(),
      timeZone: timeZone().meta({
        description: 'Time zone of its days, an IANA name; that of the installation by default',
      }),
    }),
    output: Warehouse,
  },
  createReasonCode: {
    summary: 'Register a reason code',
    command: 'reason create',
    ...maintained,
    input: z.object({
      code: id().meta({ description: 'Reason code' }),
      direction: direction().meta({ description: 'in for Receive, out for Issue' }),
      name: name(),
      forHolds: forHolds(),
    }),
    output: ReasonCode,
  },
  updateWarehouse: {
    summary: 'Change the name or the time zone of a warehouse; other processes know it within 5 s',
    command: 'warehouse update',
    ...corrected,
    input: z.object({
      wid: id().meta({ description: 'Warehouse id' }),
      name: optional(name()).meta({ description: 'Name' }),
      timeZone: changedTimeZone().meta({
        description: 'Time zone of its days, an IANA name; empty for that of the installation',
      }),
    }),
    output: Warehouse,
  },
  updateReasonCode: {
    summary: 'Change the name or the direction of a reason code',
    command: 'reason update',
    ...corrected,
    input: z.object({
      code: id().meta({ description: 'Reason code' }),
      direction: optional(direction()).meta({ description: 'in for Receive, out for Issue' }),
      forHolds: forHolds(),
      name: optional(name()).meta({ description: 'Name' }),
    }),
    output: ReasonCode,
  },
  createJob: {
    summary: 'Register a job',
    command: 'job create',
    ...maintained,
    input: z.object({ id: id().meta({ description: 'Job id' }), name: name() }),
    output: Named,
  },
  updateJob: {
    summary: 'Rename a job',
    command: 'job update',
    ...corrected,
    input: z.object({ id: id().meta({ description: 'Job id' }), name: name() }),
    output: Named,
  },
  listJobs: {
    summary: 'List the jobs',
    command: 'job list',
    ...listed,
  },
  putOrderLine: {
    summary: 'State what another system ordered of a line: its open units count in onOrder, aSN, committed or packed',
    command: 'order put',
    ...operatorWrite,
    input: z.object({
      kind: z
        .enum(orderKinds, `must be one of ${orderKinds.join(', ')}.`)
        .meta({ description: 'Figure of the level that the line counts in' }),
      reference: requiredText(64).meta({ description: 'Order reference' }),
      line: id().meta({ description: 'Order line' }),
      itemID: itemID(),
      wid: id().meta({ description: 'Warehouse id' }),
      units: decimal().meta({
        description: 'Units ordered; what was received or issued of them is no longer open. 0 closes the line',
      }),
    }),
    output: OrderLine,
    errors: ['conflict'],
  },
} as const satisfies Record<string, Spec>
