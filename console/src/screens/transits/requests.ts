import type { Schemas } from '../../api/http/contract.ts'
import { documents } from '../../api/http/operations.ts'

export type TransitDetail = Schemas['TransitDetail']
export type TransitLine = Schemas['TransitLine']

/** The most recent first. */
export const transits = documents('transit')
/** Whether units of a line are still on their way. */
export const isUnderWay = ({ inTransit }: TransitLine): boolean => inTransit > 0
