import { type Connection, Schema } from 'mongoose'

/** A number and a name that the operator keeps (docs/decisions.md#27). */
export interface RegistryRecord {
  readonly _id: number
  readonly name: string
  /** Reason codes only. */
  readonly direction?: 'in' | 'out'
  readonly modified: Date
}

/** The registries, each a collection of its own. */
export const registryNames = ['warehouses', 'reasonCodes', 'jobs'] as const
export type RegistryName = (typeof registryNames)[number]

export const createRegistryModel = (connection: Connection, name: RegistryName) =>
  connection.model(
    name,
    new Schema<RegistryRecord>(
      {
        _id: { type: Number, required: true },
        name: { type: String, required: true },
        direction: String,
        modified: { type: Date, required: true },
      },
      { collection: name, versionKey: false, strict: 'throw' },
    ),
  )
