import { list, record } from '../http/operations.ts'

const PAGE_SIZE = 250

export const clients = list('clients', '/Client', PAGE_SIZE)

/** The first 250 groups; a system has few. */
export const groups = record('groups', '/Group', { pageSize: PAGE_SIZE })
