import request, { type Response, type Test } from 'supertest'
import type { GatewayConfig } from '../../../gateway/config.ts'
import { createGateway } from '../../../gateway/gateway.ts'
import { createCapturedLog } from '../checks/captured-log.ts'
import { keep } from '../keep.ts'
import { serverUrl } from '../servers/server-url.ts'
import type { TestClient, TestSystem } from './system.ts'

/** What the console's own pages send with a write. */
export const FROM_CONSOLE = { 'sec-fetch-site': 'same-origin', 'x-console': '1' }

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'PATCH'

export interface ConsoleUser {
  /** `console=…`, as a browser keeps it. */
  readonly cookie: string
  readonly signedIn: Response
  /** A request of the console's own page; `headers` replace its headers. */
  send(method: Method, path: string, headers?: Readonly<Record<string, string>>): Test
}

export const originOf = ({ url }: Pick<TestSystem, 'url'>) => new URL(url).origin

/** A request to a path of the console. */
export function sendToConsole(origin: string, method: Method, path: string, headers: Readonly<Record<string, string>>) {
  // supertest has one function for each method, in lower case.
  return request(origin)[method.toLowerCase() as 'get'](`/console${path}`).set(headers)
}

export function postSession(origin: string, body: object, headers: Readonly<Record<string, string>> = FROM_CONSOLE) {
  return sendToConsole(origin, 'POST', '/session', headers).send(body)
}

/** Signs a client in, as a person of this name. */
export async function signIn(
  origin: string,
  { clientId, clientSecret }: Pick<TestClient, 'clientId' | 'clientSecret'>,
  actor = 'Ada Byron',
): Promise<ConsoleUser> {
  const signedIn = await postSession(origin, { clientId, clientSecret, actor })
  const cookie = cookieOf(signedIn).split(';', 1)[0] ?? ''
  const send: ConsoleUser['send'] = (method, path, headers = FROM_CONSOLE) =>
    sendToConsole(origin, method, path, { cookie, ...headers })
  return { cookie, signedIn, send }
}

/** The `Set-Cookie` header of a response; empty without one. */
export const cookieOf = ({ headers }: Response): string => String(headers['set-cookie'] ?? '')

/** The address of one more gateway of the system, which sends sessions but has no pages. */
export async function startSecondGateway(
  { system, keysOf, storageSecret }: TestSystem,
  overrides: Partial<GatewayConfig> = {},
): Promise<string> {
  const { log } = createCapturedLog()
  const servers = { rabbitUrl: serverUrl('RABBITMQ_URL'), redisUrl: serverUrl('REDIS_URL') }
  const keys = keysOf('gateway')
  const rest = { rateLimitPerMinute: 1_000, port: 0, host: '127.0.0.1', consoleFolder: '/nowhere' }
  const gateway = keep(await createGateway({ ...servers, ...rest, system, keys, storageSecret, ...overrides }, log))
  return `http://127.0.0.1:${gateway.port}`
}
