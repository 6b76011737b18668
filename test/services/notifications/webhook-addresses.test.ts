import { describe, expect, test } from 'vitest'
import { createAddressGuard, parseNetworks } from '../../../services/notifications/webhooks/endpoints/address-guard.ts'

describe('An address', () => {
  const guard = createAddressGuard([])
  test.each([
    ...['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'].map((address) => [address, true] as const),
    ...[
      ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
      ...['169.254.169.254', '169.254.170.2', '100.64.0.1', '100.100.100.200', '192.0.0.192', '168.63.129.16'],
      ...['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '192.88.99.1', '224.0.0.1', '240.0.0.1'],
      ...['255.255.255.255', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1'],
      ...['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:a9fe:a9fe', '::127.0.0.1', '::ffff:0:127.0.0.1'],
      ...['64:ff9b::7f00:1', '64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', '100::1', '4000::1'],
      ...['', 'localhost', '127.1', '2130706433', '0x7f000001', 'nonsense'],
    ].map((address) => [address, false] as const),
  ])('%s is permitted: %s', (address, expected) => {
    expect(guard.permits(address, 'https:')).toBe(expected)
    expect(guard.permits(address, 'http:')).toBe(false)
  })

  test('of a network that is allowed is permitted, by http only on the loopback', () => {
    const lenient = createAddressGuard(parseNetworks('127.0.0.1/32, 10.1.0.0/16,fd00::/8'))
    const permitted = (protocol: string) =>
      ['127.0.0.1', '::ffff:127.0.0.1', '127.0.0.2', '10.1.2.3', '10.2.0.1', 'fd00::1', '::1', '8.8.8.8'].filter(
        (address) => lenient.permits(address, protocol),
      )
    expect(permitted('https:')).toEqual(['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', 'fd00::1', '8.8.8.8'])
    expect(permitted('http:')).toEqual(['127.0.0.1', '::ffff:127.0.0.1'])
  })

  test.each(['127.0.0.1', '127.0.0.0/33', 'localhost/8', 'all'])(
    'of %s cannot be allowed: it is not a network',
    (list) => {
      expect(() => parseNetworks(list)).toThrow()
    },
  )
})
