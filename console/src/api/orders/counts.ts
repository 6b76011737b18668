import type { Schemas } from '../http/contract.ts'
import { list, record, write } from '../http/operations.ts'

export type Count = Schemas['Count']
export type CountDetail = Schemas['CountDetail']
export type CountLine = Schemas['CountLine']

/** Counts, the most recent first. */
export const countList = list('counts', '/Count', 50)
export const count = record('count', '/Count/{countNo}')

export const createCount = write('post', '/Count')
export const countLine = write('put', '/Count/{countNo}/Line')
export const submitCount = write('post', '/Count/{countNo}/Submit')
/** Lines that differ, or could not be posted, are counted again. */
export const recountCount = write('post', '/Count/{countNo}/Recount')
export const approveCount = write('post', '/Count/{countNo}/Approve')
export const postCount = write('post', '/Count/{countNo}/Post')
export const cancelCount = write('post', '/Count/{countNo}/Cancel')
