import { SegmentedControl, Stack } from '@mantine/core'
import { createContext, useContext, useState } from 'react'
import { suggestions } from '../../api/items.ts'
import { useMay } from '../../api/session-context.ts'
import { toText, toTyped } from '../../fold/person-numbers.ts'
import { NumberInput } from './number-input.tsx'
import { inPackages, isPackaged, type Packaging, packageName } from './packages.ts'
import { useSuggestions } from './suggestions.tsx'
import { isCode, parseTyped } from './typed-number.ts'

interface QuantityInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
  readonly autoFocus: boolean
}

/** What was typed in packages of an item, and the units that the form has of it. */
interface InPackages {
  readonly itemID: string
  readonly typed: string
  readonly units: string
}

/** A quantity, in units or in packages of the item; it is read in both. */
export function QuantityInput({ label, value, onChange, error, autoFocus }: QuantityInputProps) {
  const { itemID = '' } = useContext(FormTexts)
  const mayRead = useMay('itemMasterList')
  const { found } = useSuggestions(itemID, (search) => suggestions({ search }), mayRead)
  const item = found.find(({ shortID }) => shortID === itemID)
  const packaging = item && isPackaged(item) ? item : undefined
  const [given, setGiven] = useState<InPackages>()
  // What a scan fills in is units, and so is what was typed for another item.
  const packed = packaging && given?.itemID === itemID && given.units === value ? given : undefined
  const typed = packed?.typed ?? value
  const type = (text: string) => {
    if (!packed || !packaging) return onChange(text)
    const units = unitsIn(text, packaging)
    setGiven({ itemID, typed: text, units })
    onChange(units)
  }
  return (
    <Stack gap={4}>
      <NumberInput
        label={label}
        autoFocus={autoFocus}
        value={typed}
        onChange={type}
        // What is there is what is usual: whoever types means another quantity.
        onFocus={(event) => event.currentTarget.select()}
        description={sayBoth(parseTyped(value), packaging, packed !== undefined)}
        isRead={packed !== undefined && parseTyped(value) !== undefined}
        error={(packed && faultOf(packed)) ?? error}
      />
      {packaging && (
        <SegmentedControl
          size="xs"
          w="fit-content"
          maw="100%"
          style={{ overflowX: 'auto' }}
          aria-label={`${label} in`}
          data={[
            { value: 'units', label: packaging.uOM || 'units' },
            { value: 'packages', label: packageName(packaging) },
          ]}
          value={packed ? 'packages' : 'units'}
          onChange={(chosen) =>
            setGiven(chosen === 'units' ? undefined : { itemID, typed: packagesIn(value, packaging), units: value })
          }
        />
      )}
    </Stack>
  )
}

/** Packages as units. A text that is not a quantity of units stays an invalid text. */
function unitsIn(typed: string, { units }: Packaging): string {
  if (isCode(typed)) return typed
  const packages = parseTyped(typed)
  const sum = `(${packages === undefined ? typed : toTyped(packages)})*${toTyped(units)}`
  const product = parseTyped(sum)
  if (product !== undefined) return toTyped(product)
  return packages === undefined ? typed : sum
}

/** Units as packages; of more than 6 decimals they are a fraction such as 100/12. */
function packagesIn(typed: string, { units }: Packaging): string {
  const number = parseTyped(typed)
  if (number === undefined) return typed
  const fraction = `${toTyped(number)}/${toTyped(units)}`
  const packages = parseTyped(fraction)
  return packages === undefined ? fraction : toTyped(packages)
}

/** What is wrong with the units that a number of packages stands for. */
const faultOf = ({ typed, units }: InPackages): string | undefined =>
  parseTyped(units) === undefined && parseTyped(typed) !== undefined
    ? 'Too long when converted to units: at most 9 digits and 6 decimals'
    : undefined

function sayBoth(units: number | undefined, packaging: Packaging | undefined, isPacked: boolean): string | undefined {
  if (units === undefined || !packaging) return undefined
  const [inUnits, packed] = [`${toText(units)} ${packaging.uOM}`, inPackages(units, packaging)]
  return isPacked ? `${packed} = ${inUnits}` : `${inUnits} = ${packed}`
}

/** The texts of a form by the names of its fields, for fields that depend on others: a quantity on its item. */
export const FormTexts = createContext<Readonly<Record<string, string>>>({})
