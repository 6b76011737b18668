import { activity } from './activity.ts'
import { ageing } from './ageing.ts'
import { expiry } from './expiry.ts'
import { onHand } from './on-hand.ts'
import type { Report } from './report.ts'
import { valuation } from './valuation.ts'
import { deedsByPerson } from './who-did-what.ts'

/** Every report, by its number. */
export const reports: readonly Report[] = [valuation, activity, onHand, ageing, expiry, deedsByPerson]
