/** Prefix of every path of the contract; the version is part of it (docs/interface.md, versioning). */
export const BASE_PATH = '/api/v1'
