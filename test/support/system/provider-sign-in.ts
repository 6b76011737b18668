import type { Response } from 'supertest'
import { startIdentityProvider } from '../servers/identity-provider.ts'
import { type ConsoleUser, FROM_CONSOLE, originOf, sendToConsole } from './console.ts'
import { type SystemOptions, startSystem } from './system.ts'

const BEGIN = '/session/provider'
const MOST_STEPS = 10

/** A system whose console has an identity provider. */
export async function startSystemWithProvider(options: SystemOptions) {
  const provider = await startIdentityProvider()
  try {
    const system = await startSystem({ ...options, signIn: provider.settings })
    provider.register(originOf(system))
    return {
      provider,
      system,
      origin: originOf(system),
      async [Symbol.asyncDispose]() {
        await system[Symbol.asyncDispose]()
        await provider[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await provider[Symbol.asyncDispose]()
    throw error
  }
}

/** What a browser has after a sign-in was begun. */
export interface Begun {
  /** `console-sign-in=…`. */
  readonly cookie: string
  /** The page of the provider. */
  readonly url: URL
}

export async function beginSignIn(origin: string, to?: string, cookie = ''): Promise<Begun & { answer: Response }> {
  const query = to === undefined ? '' : `?to=${encodeURIComponent(to)}`
  const answer = await sendToConsole(origin, 'GET', `${BEGIN}${query}`, { cookie })
  return { answer, cookie: cookiesOf(answer)[0] ?? '', url: new URL(String(answer.headers.location)) }
}

/** Signs a person in at the provider, as a browser does; resolves to the address that it sends the person to. */
export async function signInAtProvider(start: URL, login: string): Promise<URL> {
  const jar = new Map<string, string>()
  const issuer = start.origin
  let url = start
  let init: RequestInit = {}
  for (let step = 0; step < MOST_STEPS; step++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2)
      jar.set(name, value)
    }
    const text = await answer.text()
    const location = answer.headers.get('location')
    if (location !== null) {
      url = new URL(location, url)
      init = {}
      if (url.origin !== issuer) return url
    } else {
      const action = /action="([^"]+)"/.exec(text)?.[1]
      if (action === undefined) throw new Error(`The provider answers ${answer.status}: ${text.slice(0, 500)}`)
      url = new URL(action, url)
      init = { method: 'POST', body: new URLSearchParams({ prompt: 'login', login, password: 'any' }) }
    }
  }
  throw new Error('The provider never sends the person back')
}

/** The request with which a browser comes back from the provider. */
export const comeBack = (origin: string, { pathname, search }: URL, cookie: string, accept = 'application/json') =>
  sendToConsole(origin, 'GET', `${pathname.replace('/console', '')}${search}`, { cookie, accept })

/** Signs a person in to the console. */
export async function signInByProvider(origin: string, login: string, to?: string): Promise<ConsoleUser> {
  const { cookie: attempt, url } = await beginSignIn(origin, to)
  const signedIn = await comeBack(origin, await signInAtProvider(url, login), attempt)
  const cookie = cookiesOf(signedIn).find((one) => one.startsWith('console=')) ?? ''
  const send: ConsoleUser['send'] = (method, path, headers = FROM_CONSOLE) =>
    sendToConsole(origin, method, path, { cookie, ...headers })
  return { cookie, signedIn, send }
}

/** The cookies that a response sets, without their attributes. */
export const cookiesOf = ({ headers }: Response): string[] => {
  const lines: unknown = headers['set-cookie']
  return Array.isArray(lines) ? lines.map((line) => String(line).split(';', 1)[0] ?? '') : []
}
