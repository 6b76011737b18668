/** The address of a test server; throws if the environment does not have it. */
export function serverUrl(variable: 'MONGODB_URI' | 'RABBITMQ_URL' | 'REDIS_URL'): string {
  const url = process.env[variable]
  if (!url) throw new Error(`${variable} is not set: run the tests with --config test/vitest.config.ts`)
  return url
}
