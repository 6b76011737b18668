import type { Request } from 'express'
import ipaddr from 'ipaddr.js'
import { AppError } from '../../shared/contract/core/errors.ts'
import type { Check, Response } from '../http/handler.ts'
import { type Allowance, type RateLimit, WINDOW_SECONDS } from './rate-limit.ts'

/** Counts a request for its address. */
export function limitByAddress(rateLimit: RateLimit): Check {
  const limit = limitTo(rateLimit)
  return (req, res) => limit(res, addressKey(req))
}

/**
 * Counts a request for the client whose valid token it carries, else for its address
 * (docs/decisions/limits-and-overload.md#12).
 */
export function limitByCaller(rateLimit: RateLimit): Check {
  const limit = limitTo(rateLimit)
  return (req, res) => {
    const { caller } = res.locals
    const key = caller ? `client:${caller.id}` : addressKey(req)
    res.locals.countFurther = (requests) => limit(res, key, requests)
    return limit(res, key)
  }
}

/** 429, as the specification words it. */
export const rateLimited = (perMinute: number | string) =>
  new AppError('rate_limited', `Rate limit exceeded. Maximum ${perMinute} requests per minute.`)

function limitTo(rateLimit: RateLimit) {
  // One error for all refusals: its stack trace says nothing, and making one costs time.
  const refusal = rateLimited(rateLimit.perMinute)
  const enforce = (res: Response, allowance: Allowance): void => {
    setHeaders(res, allowance)
    if (!allowance.exceeded) return
    res.setHeader('Retry-After', secondsUntilReset(allowance))
    throw refusal
  }
  /** Throws at once if the key is known to have used up its window. */
  return (res: Response, key: string, requests?: number): void | Promise<void> => {
    const allowance = rateLimit.count(key, requests)
    return allowance instanceof Promise ? allowance.then((counted) => enforce(res, counted)) : enforce(res, allowance)
  }
}

/** Headers of draft-ietf-httpapi-ratelimit-headers-11, and the older `X-RateLimit-*`, whose reset is in epoch seconds. */
function setHeaders(res: Response, allowance: Allowance): void {
  const { limit, remaining, resetMs } = allowance
  res.setHeader('RateLimit-Policy', `"default";q=${limit};w=${WINDOW_SECONDS}`)
  res.setHeader('RateLimit', `"default";r=${remaining};t=${secondsUntilReset(allowance)}`)
  res.setHeader('X-RateLimit-Limit', limit)
  res.setHeader('X-RateLimit-Remaining', remaining)
  res.setHeader('X-RateLimit-Reset', Math.ceil((Date.now() + resetMs) / 1000))
}

/** Rounded up, so that a client that waits this long finds a new window. */
function secondsUntilReset({ resetMs }: Allowance): number {
  return Math.max(1, Math.ceil(resetMs / 1000))
}

/**
 * An IPv6 host has at least 2^64 addresses of its own (RFC 4291, 2.5.1), so its network is counted; an IPv4 address counts
 * as itself, also in its IPv6 form.
 */
export function addressKey({ ip = '' }: Request): string {
  if (!ipaddr.isValid(ip)) return `address:${ip}`
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return `address:${address.toString()}`
  const network = address.parts.slice(0, 4).map((group) => group.toString(16))
  return `address:${network.join(':')}::/64`
}
