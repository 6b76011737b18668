/** Names of the interface that are not words. */
const TITLES: Readonly<Record<string, string>> = {
  wid: 'Warehouse',
  shortID: 'Item',
  itemID: 'Item',
  recNo: 'Lot',
  aSN: 'In transit',
}

/** A name of the interface in words: `totalValue` as `Total value`. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/(?<=[a-z])(?=[A-Z0-9])/g, ' ').toLowerCase()
  return TITLES[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
