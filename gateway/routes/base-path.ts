/** Prefix of every path of the contract; the version is part of it (docs/interface.md, versioning). */
export const BASE_PATH = '/api/v1'

/** `/Inventory` of `/Inventory/Receive?dryRun=true`. */
export const segmentOf = (path: string) => /^\/[^/?]*/.exec(path)?.[0] ?? ''
