/** The address of a server that the tests run on; throws when it is not said. */
export function serverUrl(variable: 'MONGODB_URI' | 'RABBITMQ_URL' | 'REDIS_URL'): string {
  const url = process.env[variable]
  if (!url) throw new Error(`${variable} is not set: run the tests with --config test/vitest.config.ts`)
  return url
}
