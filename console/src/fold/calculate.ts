/** An exact fraction. */
interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

const TOKEN = /\s*(?:([\d.,'’]+)|([-+*/×÷()]))/y
const DECIMALS = 6

/**
 * The exact value of a sum such as 12*24+3, with brackets, as a plain decimal number; undefined if it is no sum, is below
 * 0, or has more than 6 decimals. `toPlain` reads the numbers in it.
 */
export function calculate(text: string, toPlain: (number: string) => string | undefined): string | undefined {
  const tokens = toTokens(text)
  if (!tokens?.some((token) => /^[-+*/]$/.test(token))) return undefined
  const value = evaluate(tokens, toPlain)
  return value && toDecimal(value)
}

function toTokens(text: string): string[] | undefined {
  const tokens: string[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const [token, number, sign] = TOKEN.exec(text) ?? []
    if (token === undefined) return undefined
    tokens.push((number ?? sign ?? '').replace('×', '*').replace('÷', '/'))
  }
  return tokens
}

/** By recursive descent: sums of products of numbers and brackets. */
function evaluate(tokens: readonly string[], toPlain: (number: string) => string | undefined): Fraction | undefined {
  let at = 0
  const chain = (signs: string, operand: () => Fraction | undefined) => {
    let value = operand()
    for (let sign = tokens[at]; value && sign !== undefined && signs.includes(sign); sign = tokens[at]) {
      at += 1
      const next = operand()
      value = next && combine(value, sign, next)
    }
    return value
  }
  const single = (): Fraction | undefined => {
    const token = tokens[at]
    at += 1
    if (token !== '(') return token === undefined ? undefined : toFraction(toPlain(token))
    const inner = sum()
    at += 1
    return tokens[at - 1] === ')' ? inner : undefined
  }
  const product = () => chain('*/', single)
  const sum = (): Fraction | undefined => chain('+-', product)
  const value = sum()
  return at === tokens.length ? value : undefined
}

function combine(one: Fraction, sign: string, other: Fraction): Fraction | undefined {
  if (sign === '*') return { over: one.over * other.over, under: one.under * other.under }
  if (sign === '/') return other.over === 0n ? undefined : combine(one, '*', turned(other))
  const added = sign === '+' ? other.over : -other.over
  return { over: one.over * other.under + added * one.under, under: one.under * other.under }
}

/** Its reciprocal, with the sign above the line. */
const turned = ({ over, under }: Fraction): Fraction =>
  over < 0n ? { over: -under, under: -over } : { over: under, under: over }

function toFraction(plain: string | undefined): Fraction | undefined {
  if (plain === undefined) return undefined
  const [whole = '', decimals = ''] = plain.split('.')
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) }
}

function toDecimal({ over, under }: Fraction): string | undefined {
  const scaled = over * 10n ** BigInt(DECIMALS)
  if (over < 0n || scaled % under !== 0n) return undefined
  const digits = String(scaled / under).padStart(DECIMALS + 1, '0')
  const decimals = digits.slice(-DECIMALS).replace(/0+$/, '')
  return `${digits.slice(0, -DECIMALS)}${decimals && `.${decimals}`}`
}
