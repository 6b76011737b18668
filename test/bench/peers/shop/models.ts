import mongoose, { Schema } from 'mongoose'

/** The fields of a lot as they are answered. The names of item and warehouse are stored with it, so a page is one query. */
export interface LotRecord {
  _id: number
  partNo: number
  shortID: string
  description: string
  associate: string
  warehouse: string
  wID: number
  spot: string
  units: number
  received: Date
  shipped: Date | null
  serial: string
  serial2: string | null
  rFIDTag: string | null
  remark: string
  hold: boolean
  jobID: number
  jobName: string | null
  active: boolean
  /** The lot it was split from. */
  parent: number | null
}

const asAnswered = (idName: string) => ({
  transform(_document: unknown, { _id, ...rest }: Record<string, unknown>) {
    return { [idName]: _id, ...rest }
  },
})

const lotSchema = new Schema<LotRecord>(
  {
    _id: { type: Number, required: true },
    partNo: { type: Number, required: true },
    shortID: { type: String, required: true },
    description: { type: String, default: '' },
    associate: { type: String, default: '' },
    warehouse: { type: String, required: true },
    wID: { type: Number, required: true },
    spot: { type: String, default: '' },
    units: { type: Number, required: true, min: 0 },
    received: { type: Date, required: true },
    shipped: { type: Date, default: null },
    serial: { type: String, default: '' },
    serial2: { type: String, default: null },
    rFIDTag: { type: String, default: null },
    remark: { type: String, default: '' },
    hold: { type: Boolean, default: false },
    jobID: { type: Number, default: 0 },
    jobName: { type: String, default: null },
    active: { type: Boolean, default: true },
    parent: { type: Number, default: null, select: false },
  },
  { collection: 'lots', versionKey: false, toJSON: asAnswered('recNo') },
)
lotSchema.index({ received: -1, _id: -1 })
lotSchema.index({ wID: 1, received: -1, _id: -1 })
lotSchema.index({ partNo: 1, wID: 1, active: 1 })

export interface ItemRecord {
  _id: number
  shortID: string
  description: string
  category: number
  subCategory: number
  uOM: string
  putUp: string
  units: number
  dfltOwner: number
  created: Date
  modified: Date
  discontinued: boolean
}

const itemSchema = new Schema<ItemRecord>(
  {
    _id: { type: Number, required: true },
    shortID: { type: String, required: true, unique: true },
    description: { type: String, default: '' },
    category: { type: Number, default: 0 },
    subCategory: { type: Number, default: 0 },
    uOM: { type: String, default: 'EA' },
    putUp: { type: String, default: '' },
    units: { type: Number, default: 1 },
    dfltOwner: { type: Number, default: 0 },
    created: { type: Date, required: true },
    modified: { type: Date, required: true },
    discontinued: { type: Boolean, default: false },
  },
  { collection: 'items', versionKey: false, toJSON: asAnswered('partNo') },
)

/** One row per item. Quantities are numbers; the Inventory Service uses exact decimals, which cost more. */
export interface LevelRecord {
  _id: number
  available: number
  inStock: number
  onOrder: number
  onHold: number
  committed: number
  packed: number
  aSN: number
  /** Units in stock, by warehouse id. */
  byWarehouse?: Map<string, number>
}

const figure = { type: Number, default: 0 }
const levelSchema = new Schema<LevelRecord>(
  {
    _id: { type: Number, required: true },
    available: figure,
    inStock: figure,
    onOrder: figure,
    onHold: figure,
    committed: figure,
    packed: figure,
    aSN: figure,
    byWarehouse: { type: Map, of: Number, select: false },
  },
  { collection: 'levels', versionKey: false, toJSON: asAnswered('partNo') },
)

export interface LedgerRecord {
  _id: number
  type: 'receive' | 'move'
  at: Date
  clientId: string
  partNo: number
  shortID: string
  units: number
  wid: number
  reasonCode: number | null
  lots: { recNo: number; before: number; after: number }[]
}

const ledgerSchema = new Schema<LedgerRecord>(
  {
    _id: { type: Number, required: true },
    type: { type: String, required: true },
    at: { type: Date, required: true },
    clientId: { type: String, required: true },
    partNo: { type: Number, required: true },
    shortID: { type: String, required: true },
    units: { type: Number, required: true },
    wid: { type: Number, required: true },
    reasonCode: { type: Number, default: null },
    lots: [new Schema({ recNo: Number, before: Number, after: Number }, { _id: false })],
  },
  { collection: 'ledger', versionKey: false },
)
ledgerSchema.index({ at: -1, _id: -1 })
ledgerSchema.index({ partNo: 1 })

const warehouseSchema = new Schema<{ _id: number; name: string }>(
  { _id: { type: Number, required: true }, name: { type: String, required: true } },
  { collection: 'warehouses', versionKey: false },
)
const counterSchema = new Schema<{ _id: string; last: number }>(
  { _id: { type: String, required: true }, last: { type: Number, default: 0 } },
  { collection: 'counters', versionKey: false },
)

export const Lot = mongoose.model('Lot', lotSchema)
export const Item = mongoose.model('Item', itemSchema)
export const Level = mongoose.model('Level', levelSchema)
export const Ledger = mongoose.model('Ledger', ledgerSchema)
export const Warehouse = mongoose.model('Warehouse', warehouseSchema)
export const Counter = mongoose.model('Counter', counterSchema)
