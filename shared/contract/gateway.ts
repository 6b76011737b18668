import { defineService } from './core/operation.ts'
import { status } from './core/status.ts'

/** Gateways forward requests to services; they are called for their state only. */
export const gateway = defineService('gateway', { status: status('gateway') })
