/** The types of ledger entries, as docs/interface.md lists them. */
export const entryTypes = [
  'receive',
  'move',
  'issue',
  'hold',
  'release',
  'reverse',
  'order',
  'reserve',
  'unreserve',
  'expire',
  'pack',
  'unpack',
  'amend',
] as const
