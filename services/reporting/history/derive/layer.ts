import { type Quantity, smaller, sum, ZERO } from '../../../../shared/quantity.ts'

/** Decimals that a value is rounded to when it is divided; what one side does not get stays with the other. */
const DECIMALS = 12

/** Units, those of them that have a price, and the value of these. */
export interface Layer {
  readonly units: Quantity
  readonly priced: Quantity
  readonly value: Quantity
}

/** Layers that a list keeps of what it came as: beyond that the oldest become one, which has their whole value. */
const MOST_LAYERS = 100

export const toLayer = (units: Quantity, price: Quantity | null): Layer =>
  price ? { units, priced: units, value: units.times(price) } : { units, priced: ZERO, value: ZERO }

export const addLayers = (layers: readonly Layer[]): Layer => ({
  units: sum(layers.map(({ units }) => units)),
  priced: sum(layers.map(({ priced }) => priced)),
  value: sum(layers.map(({ value }) => value)),
})

export const withoutLayer = (layer: Layer, { units, priced, value }: Layer): Layer => ({
  units: layer.units.minus(units),
  priced: layer.priced.minus(priced),
  value: layer.value.minus(value),
})

/** The share of a value that some of its units have. */
export const shareOf = (value: Quantity, some: Quantity, all: Quantity): Quantity =>
  some.eq(all) ? value : value.times(some).div(all).round(DECIMALS)

/** So many units of a layer, those with a price first. */
export function takeOf(layer: Layer, units: Quantity): Layer {
  if (units.eq(ZERO)) return toLayer(ZERO, null)
  if (units.eq(layer.units)) return layer
  const priced = smaller(units, layer.priced)
  return { units, priced, value: priced.eq(ZERO) ? ZERO : shareOf(layer.value, priced, layer.priced) }
}

/** So many units of layers, the first of them first, and what is left of the layers. */
export function takeFirst<L extends Layer>(layers: readonly L[], units: Quantity) {
  const [taken, left]: [L[], L[]] = [[], []]
  let wanted = units
  for (const layer of layers) {
    const part = takeOf(layer, layer.units.gt(ZERO) ? smaller(wanted, layer.units) : ZERO)
    wanted = wanted.minus(part.units)
    if (part.units.gt(ZERO)) taken.push({ ...layer, ...part })
    if (!part.units.eq(layer.units)) left.push({ ...layer, ...withoutLayer(layer, part) })
  }
  return { taken, left, missing: wanted }
}

/** A change of the price of units; null for none. */
export interface PriceChange {
  readonly from: Quantity | null
  readonly to: Quantity | null
}

/** What a change of the price makes of the value of so many units. */
export const differenceOf = ({ from, to }: PriceChange, units: Quantity): Quantity =>
  (to ?? ZERO).minus(from ?? ZERO).times(units)

/** A layer in which a price has changed, for at most so many units of it. Its value does not fall below 0. */
export function repriceLayer<L extends Layer>(layer: L, price: PriceChange, most: Quantity) {
  const units = smaller(most, price.from ? layer.priced : layer.units.minus(layer.priced))
  if (units.lte(ZERO)) return { layer, units: ZERO }
  const came = price.from ? ZERO : units
  const gone = price.to ? ZERO : units
  const priced = layer.priced.plus(came).minus(gone)
  const value = layer.value.plus(differenceOf(price, units))
  const isWorthless = priced.eq(ZERO) || value.lt(ZERO)
  return { layer: { ...layer, priced, value: isWorthless ? ZERO : value }, units }
}

/** The same of layers, one after the other. */
export function repriceLayers<L extends Layer>(layers: readonly L[], price: PriceChange, units: Quantity): L[] {
  let left = units
  return layers.map((layer) => {
    const changed = repriceLayer(layer, price, left)
    left = left.minus(changed.units)
    return changed.layer
  })
}

/** As many layers as a list keeps. */
export function joinOldest<L extends Layer>(layers: readonly L[]): readonly L[] {
  const [first] = layers
  if (!first || layers.length <= MOST_LAYERS) return layers
  const end = layers.length - MOST_LAYERS + 1
  return [{ ...first, ...addLayers(layers.slice(0, end)) }, ...layers.slice(end)]
}
