import type { Schemas } from '../http/contract.ts'
import { list, previewed, record, write } from '../http/operations.ts'

export type TransitDetail = Schemas['TransitDetail']
export type TransitLine = Schemas['TransitLine']

/** Whether units of a line are still on their way. */
export const isUnderWay = ({ inTransit }: TransitLine): boolean => inTransit > 0

/** Transits, the most recent first. */
export const transitList = list('transits', '/Transit', 50)
export const transit = record('transit', '/Transit/{slip}')

export const shipTransit = previewed('post', '/Transit')
export const receiveTransit = write('post', '/Transit/{slip}/Receive')
export const returnTransit = write('post', '/Transit/{slip}/Return')
/** What is still in transit is written off as lost. */
export const closeTransit = write('post', '/Transit/{slip}/Close')
