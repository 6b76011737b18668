import { list, record, write } from './http/operations.ts'

const PAGE_SIZE = 250

export const clients = list('clients', '/Client', PAGE_SIZE)

/** The first 250 groups; a system has few. */
export const groups = record('groups', '/Group', { pageSize: PAGE_SIZE })

export const registerClient = write('post', '/Client')
export const changeClient = write('put', '/Client/{clientId}')
export const replaceSecret = write('post', '/Client/{clientId}/Secret')

/** Requests of a client that were refused or failed in the last 7 days, newest first. */
export const failedRequests = record('failed requests', '/Requests')
