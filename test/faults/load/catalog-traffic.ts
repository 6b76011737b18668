import { randomUUID } from 'node:crypto'
import { catalog } from '../../../shared/contract/catalog/catalog.ts'
import { unique } from '../../support/records/factories.ts'
import { pick } from '../components/fault-plan.ts'
import { type Surroundings, type Wanted, want } from './wanted.ts'

/** A new item, or a new description of one. Each description is written once, so that it tells which write it comes from. */
export function nextCatalogWrite({ items, random, recollection }: Surroundings): Wanted {
  const description = randomUUID()
  if (random() < 0.3) return want(catalog.createItem, { shortID: unique('MADE'), description })
  const made = random() < 0.3 ? recollection.recall(catalog.createItem)?.answer : undefined
  return want(catalog.updateItem, { shortID: made?.shortID ?? pick(items, random), description })
}
