import * as oidc from 'openid-client'
import { serviceUnavailable } from '../../shared/contract/core/errors.ts'
import type { Claims } from './claims.ts'
import type { ProviderSettings } from './provider-settings.ts'
import { toRefusal } from './refusals.ts'

/** Longest wait for a response of the provider. */
const TIMEOUT_SECONDS = 4
/** What a provider says of itself is read again after this time. */
const METADATA_MS = 3_600_000

/** What the console keeps of a sign-in until the provider sends the person back. */
export interface Attempt {
  readonly state: string
  readonly nonce: string
  /** PKCE (RFC 7636): whoever has only the code cannot use it. */
  readonly verifier: string
  /** Where the provider sends the person. */
  readonly redirectUri: string
}

/** A person as the provider has verified it. */
export interface Verified {
  readonly issuer: string
  readonly claims: Claims
  /** For ending the session there. */
  readonly idToken: string
  /** For asking again whether the person may still sign in. */
  readonly refreshToken?: string | undefined
}

type RenewableTokens = Pick<Verified, 'idToken'> & { readonly refreshToken: string }
type Renewable = RenewableTokens & { readonly subject: string }

/** An identity provider. Its functions reject with 503 while it does not answer, else with what it refuses. */
export function createProvider({ issuer, clientId, clientSecret, scope }: ProviderSettings) {
  let known: { readonly discovery: Promise<oidc.Configuration>; readonly until: number } | undefined

  const discover = async () => {
    const isPlain = new URL(issuer).protocol === 'http:'
    return oidc.discovery(new URL(issuer), clientId, undefined, authenticateBy(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      // The settings allow plain http on this machine only. Signatures are checked although TLS vouches for the token.
      execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
    })
  }
  /** It is found at its first use: a gateway starts without it. */
  const configuration = () => {
    if (known && known.until > performance.now()) return known.discovery
    const discovery = discover()
    known = { discovery, until: performance.now() + METADATA_MS }
    discovery.catch(() => {
      known = undefined
    })
    return discovery
  }

  /** The ID token says who it is, UserInfo more of it where there is one. */
  const claimsOf = async (config: oidc.Configuration, accessToken: string, subject: string, ofToken: object) => {
    const { userinfo_endpoint: hasMore } = config.serverMetadata()
    const more = hasMore ? await oidc.fetchUserInfo(config, accessToken, subject) : {}
    return Object.assign({}, more, ofToken, { sub: subject })
  }

  return {
    /** Begins a sign-in: what is to be kept, and where to send the person. */
    async begin(redirectUri: string): Promise<{ readonly attempt: Attempt; readonly url: URL }> {
      try {
        const [verifier, state, nonce] = [oidc.randomPKCECodeVerifier(), oidc.randomState(), oidc.randomNonce()]
        const url = oidc.buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope,
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        return { attempt: { state, nonce, verifier, redirectUri }, url }
      } catch (error) {
        throw toRefusal(error)
      }
    },

    /** Ends a sign-in at the address that the provider sent the person to; 401 and 403 for one that it does not verify. */
    async verify(returned: URL, { state, nonce, verifier, redirectUri }: Attempt): Promise<Verified> {
      try {
        const config = await configuration()
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const response = new URL(redirectUri)
        response.search = returned.search
        const tokens = await oidc.authorizationCodeGrant(config, response, checks)
        const ofToken = tokens.claims()
        if (!ofToken || tokens.id_token === undefined) throw new Error('The provider sent no ID token')
        const claims = await claimsOf(config, tokens.access_token, ofToken.sub, ofToken)
        return { issuer: ofToken.iss, claims, idToken: tokens.id_token, refreshToken: tokens.refresh_token }
      } catch (error) {
        throw toRefusal(error)
      }
    },

    /**
     * Asks again. Resolves to undefined if the provider does not vouch for the person any more. `keep` gets the new tokens
     * as soon as the provider has given them, since the earlier refresh token may be spent then, whatever fails later.
     */
    async verifyAgain(
      { subject, refreshToken, idToken }: Renewable,
      keep: (tokens: RenewableTokens) => Promise<void>,
    ): Promise<Verified | undefined> {
      try {
        const config = await configuration()
        const tokens = await oidc.refreshTokenGrant(config, refreshToken).catch(undefinedIf(isGrantOver))
        const ofToken = tokens?.claims()
        // A refreshed ID token is of the same person (OpenID Connect Core, 12.2).
        if (!tokens || (ofToken && ofToken.sub !== subject)) return undefined
        const next = { idToken: tokens.id_token ?? idToken, refreshToken: tokens.refresh_token ?? refreshToken }
        await keep(next)
        const asked = claimsOf(config, tokens.access_token, subject, ofToken ?? {})
        const claims = await asked.catch(undefinedIf(isTokenRefused))
        return claims && { issuer: config.serverMetadata().issuer, claims, ...next }
      } catch (error) {
        throw serviceUnavailable(error)
      }
    },

    /** Where a person signs out of the provider too, which then leads to `returnTo`; undefined if it has no such place. */
    async signOutUrl(idToken: string, returnTo: string): Promise<URL | undefined> {
      try {
        const config = await configuration()
        if (!config.serverMetadata().end_session_endpoint) return undefined
        return oidc.buildEndSessionUrl(config, { id_token_hint: idToken, post_logout_redirect_uri: returnTo })
      } catch (error) {
        throw toRefusal(error)
      }
    },
  }
}

export type Provider = ReturnType<typeof createProvider>

/** In the body or by HTTP Basic, as the provider takes it; Basic if it does not say (OpenID Connect Discovery, 3). */
function authenticateBy(secret: string): oidc.ClientAuth {
  const [inBody, byBasic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inBody : byBasic)(server, ...rest)
}

/** Other refusals of the token endpoint are about the console (RFC 6749, 5.2). */
const isGrantOver = (error: unknown) => error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant'
/** A refusal of UserInfo (RFC 6750, 3.1). */
const isTokenRefused = (error: unknown) => error instanceof oidc.WWWAuthenticateChallengeError && error.status === 401

const undefinedIf = (isMeant: (error: unknown) => boolean) => (error: unknown) => {
  if (isMeant(error)) return undefined
  throw error
}
