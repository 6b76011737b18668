import { SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useContext, useState } from 'react'
import { useMay } from '../../api/access/session-context.ts'
import { suggestions } from '../../api/stock/items.ts'
import { toText } from '../figures.tsx'
import { FormTexts } from './form-texts.ts'
import { inPackages, isPackaged, type Packaging, packageName } from './packages.ts'
import { parseTyped, readingOf } from './typed-number.ts'
import { useSuggestions } from './use-suggestions.ts'

interface QuantityInputProps {
  readonly label: string
  /** What was typed or calculated, in units. */
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
  readonly autoFocus: boolean
}

/** What was typed in packages, and the units that the form has of it. */
interface InPackages {
  readonly typed: string
  readonly units: string
}

/** A quantity, in units or in packages of the item; it is read in both. */
export function QuantityInput({ label, value, onChange, error, autoFocus }: QuantityInputProps) {
  const { itemID = '' } = useContext(FormTexts)
  const mayRead = useMay('read')
  const item = useSuggestions(itemID, (search) => suggestions({ search }), mayRead).find(
    ({ shortID }) => shortID === itemID,
  )
  const packaging = item && isPackaged(item) ? item : undefined
  const [given, setGiven] = useState<InPackages>()
  // What a scan fills in is units.
  const packed = packaging && given?.units === value ? given : undefined
  const typed = packed?.typed ?? value
  const type = (text: string) => {
    if (!packed || !packaging) return onChange(text)
    const units = unitsIn(text, packaging)
    setGiven({ typed: text, units })
    onChange(units)
  }
  const { reading, fault } = readingOf(typed)
  return (
    <Stack gap={4}>
      <TextInput
        label={label}
        inputMode="decimal"
        autoComplete="off"
        autoFocus={autoFocus}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        // What is there is what is usual: whoever types means another quantity.
        onFocus={(event) => event.currentTarget.select()}
        description={sayBoth(parseTyped(value), packaging, packed !== undefined) ?? reading}
        error={fault ?? error}
      />
      {packaging && (
        <SegmentedControl
          size="xs"
          w="fit-content"
          aria-label={`${label} in`}
          data={[
            { value: 'units', label: packaging.uOM || 'units' },
            { value: 'packages', label: packageName(packaging) },
          ]}
          value={packed ? 'packages' : 'units'}
          onChange={(chosen) =>
            setGiven(chosen === 'units' ? undefined : { typed: packagesIn(value, packaging), units: value })
          }
        />
      )}
    </Stack>
  )
}

/** Packages as units; a text that cannot be read stays as it is. */
function unitsIn(typed: string, { units }: Packaging): string {
  if (typed.trim() === '') return ''
  const product = parseTyped(`(${typed})*${units}`)
  return product === undefined ? typed : String(product)
}

/** Units as packages, if they are packages of at most 6 decimals. */
function packagesIn(typed: string, { units }: Packaging): string {
  const quotient = parseTyped(`(${typed})/${units}`)
  return quotient === undefined ? '' : String(quotient)
}

function sayBoth(units: number | undefined, packaging: Packaging | undefined, isPacked: boolean): string | undefined {
  if (units === undefined || !packaging) return undefined
  const [inUnits, packed] = [`${toText(units)} ${packaging.uOM}`, inPackages(units, packaging)]
  return isPacked ? `${packed} = ${inUnits}` : `${inUnits} = ${packed}`
}
