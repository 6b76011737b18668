import type { Random } from '../../support/records/seeded.ts'
import { pick } from '../components/fault-plan.ts'
import type { Surroundings } from './wanted.ts'

const MOST_LINES = 3

/** 0.1 to 8 units. */
export const someUnits = (random: Random) => (Math.floor(random() * 80) + 1) / 10

/** Lines of a new order, for items of which there is little. */
export function randomLines({ scarceItems, random }: Surroundings) {
  return Array.from({ length: 1 + Math.floor(random() * MOST_LINES) }, () => ({
    shortID: pick(scarceItems, random),
    units: someUnits(random),
    warehouse: pick([1, 2], random),
  }))
}
