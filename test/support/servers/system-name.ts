import { unique } from '../records/factories.ts'

/** The name of a system, or of a database, that is unique on the servers. Databases whose names begin with it are dropped after the run. */
export const uniqueSystem = () => unique(process.env.TEST_SYSTEMS ?? 't').toLowerCase()
