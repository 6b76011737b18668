import { shortened } from './as-printed.ts'
import { type Answer, responsesIn, toComparable } from './responses.ts'
import type { Step } from './steps.ts'

const WIDTH = 118
const INDENT = '  '

/** A page with what its steps have put out in place of the responses that it prints, shortened as they are. */
export function withResponses(page: string, steps: readonly Step[], outputs: readonly string[]): string {
  const texts: string[] = []
  let rest = page
  for (const [index, { answers }] of steps.entries()) {
    const got = responsesIn(outputs[index] ?? '', answers)
    for (const [place, printed] of answers.entries()) {
      const fence = `\`\`\`${printed.language}\n`
      const start = rest.indexOf(`${fence}${printed.text}\`\`\``) + fence.length
      texts.push(rest.slice(0, start), textInPlaceOf(printed, got[place]), '\n')
      rest = rest.slice(start + printed.text.length)
    }
  }
  return texts.join('') + rest
}

function textInPlaceOf(printed: Answer, got: Answer = { language: 'text', text: '' }): string {
  return got.language === 'json' ? jsonText(shortened(toComparable(got), toComparable(printed))) : got.text.trim()
}

/** JSON that fits into a page: on one line if it has room there, else with as many fields on a line as fit. */
function jsonText(value: unknown, indent = '', label = ''): string {
  const line = lineOf(value)
  if (indent.length + label.length + line.length < WIDTH || value === null || typeof value !== 'object') return line
  const inner = indent + INDENT
  const isList = Array.isArray(value)
  const texts = Object.entries(value).map(([name, text]) => {
    const ownLabel = isList ? '' : `${JSON.stringify(name)}: `
    return ownLabel + jsonText(text, inner, ownLabel)
  })
  const lines: string[] = []
  for (const text of texts) {
    const last = lines.at(-1)
    const joined = last === undefined ? '' : `${last}, ${text}`
    const fits = !joined.includes('\n') && inner.length + joined.length < WIDTH
    if (last !== undefined && fits && !(isList && text.startsWith('{'))) lines[lines.length - 1] = joined
    else lines.push(text)
  }
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return `${open}\n${inner}${lines.join(`,\n${inner}`)}\n${indent}${close}`
}

function lineOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(lineOf).join(', ')}]`
  const fields = Object.entries(value).map(([name, field]) => `${JSON.stringify(name)}: ${lineOf(field)}`)
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`
}
