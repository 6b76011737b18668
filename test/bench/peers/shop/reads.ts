import { settings } from '../settings.ts'
import { Item, Level, Lot } from './models.ts'
import { type Page, type PageQuery, toPage, toWindow } from './pages.ts'

const withId =
  (idName: string) =>
  ({ _id, ...rest }: { _id: number }) => ({ [idName]: _id, ...rest })

/** All lots, newest first. Untuned, a page consists of mongoose documents, serialized by their schema. */
export async function listLots(query: PageQuery): Promise<Page> {
  const window = toWindow(query)
  const find = () => Lot.find().sort({ received: -1, _id: -1 }).skip(window.skip).limit(window.pageSize)
  if (!settings.tuned) {
    const [documents, totalCount] = await Promise.all([find(), Lot.countDocuments()])
    return toPage(
      documents.map((document) => document.toJSON()),
      totalCount,
      window,
    )
  }
  const [records, totalCount] = await Promise.all([find().select('-parent').lean(), Lot.countDocuments()])
  return toPage(records.map(withId('recNo')), totalCount, window)
}

export async function listLevels(query: PageQuery): Promise<Page> {
  const window = toWindow(query)
  const find = () => Level.find().sort({ _id: 1 }).skip(window.skip).limit(window.pageSize)
  if (!settings.tuned) {
    const [documents, totalCount] = await Promise.all([find(), Level.countDocuments()])
    return toPage(
      documents.map((document) => document.toJSON()),
      totalCount,
      window,
    )
  }
  const [records, totalCount] = await Promise.all([find().select('-byWarehouse').lean(), Level.countDocuments()])
  return toPage(records.map(withId('partNo')), totalCount, window)
}

export async function getItem(shortID: string): Promise<unknown> {
  if (!settings.tuned) return (await Item.findOne({ shortID }))?.toJSON()
  const record = await Item.findOne({ shortID }).lean()
  return record ? withId('partNo')(record) : undefined
}
