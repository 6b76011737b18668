/** Where the interface begins (spec, introduction). */
export const BASE_PATH = '/api/v1'
