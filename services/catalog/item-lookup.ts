import { AppError } from '../../shared/contract/errors.ts'
import { noSuchItem } from './items.ts'
import { type Models, toItem, toSnapshot } from './models.ts'

/** The item with this ShortID, or that this alias points to. */
export async function getItem(models: Models, key: string, type: 'id' | 'alias') {
  const shortID = type === 'id' ? key : (await models.names.findOne({ _id: key, kind: 'alias' }).lean())?.shortID
  const record = shortID === undefined ? null : await models.items.findOne({ shortID }).lean()
  if (record) return toItem(record)
  throw type === 'id' ? noSuchItem(key) : new AppError('not_found', `The alias ${key} does not exist.`)
}

/** The item that any of its names stands for; null if none. */
export async function findItemSnapshot(models: Models, name: string) {
  const named = await models.names.findById(name).lean()
  const record = named && (await models.items.findOne({ shortID: named.shortID }).lean())
  return record ? toSnapshot(models, record) : null
}
