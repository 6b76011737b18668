import { record } from '../http/operations.ts'

/** Requests of a client that were refused or failed in the last 7 days, newest first. */
export const failedRequests = record('failed requests', '/Requests')
