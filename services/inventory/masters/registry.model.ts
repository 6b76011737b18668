import type { Connection } from 'mongoose'
import { defineSchema, field, type RecordOf } from '../../../shared/database/record-fields.ts'

/** A number and a name that the operator keeps (docs/decisions/stock.md#27). */
const fields = {
  _id: field.number,
  name: field.text,
  /** Reason codes only. */
  direction: field.optional(field.oneOf<'in' | 'out'>()),
  /** Warehouses only: their time zone, if it is not that of the installation. */
  timeZone: field.optional(field.text),
  /** Warehouses only: the time zone by whose days the lots there expire now. */
  expiryZone: field.optional(field.text),
  /** Reason codes only; absent from others, and from those of version 1.3.0 and before. */
  forHolds: field.optional(field.flag),
  modified: field.date,
}
export type RegistryRecord = RecordOf<typeof fields>

/** The registries, each a collection of its own. */
export const registryNames = ['warehouses', 'reasonCodes', 'jobs'] as const
export type RegistryName = (typeof registryNames)[number]

export const createRegistryModel = (connection: Connection, name: RegistryName) =>
  connection.model(name, defineSchema(name, fields))
