/** Version of the product, as in package.json: in the OpenAPI and AsyncAPI documents and in `ctl --version`. */
export const VERSION = '1.0.0'
