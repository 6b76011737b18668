import { z } from 'zod'
import { sourcesIn } from '../../scan/read-scan.ts'
import { untakenOf } from '../../scan/stock-fields.ts'

/** The schemas of what is declared as unknown, because it is validated elsewhere. */
export const validatedElsewhere = new WeakMap<z.ZodUnknown, z.ZodType>()

type Path = readonly PropertyKey[]

/**
 * Paths of the members of a value that its schema does not know, which validation drops, such as `['lines', 0,
 * 'colour']`, and of the elements of a scanned code that no field takes, such as `['scan', '11']`
 * (docs/decisions/scans.md#88).
 */
export function* unknownFields(schema: unknown, value: unknown, path: Path = []): Generator<Path, void> {
  if (typeof value !== 'object' || value === null) return
  if (schema instanceof z.ZodObject) {
    for (const [name, member] of Object.entries(value)) {
      if (Object.hasOwn(schema.shape, name)) yield* unknownFields(schema.shape[name], member, [...path, name])
      else yield [...path, name]
    }
    if ('scan' in value && typeof value.scan === 'string' && Object.hasOwn(schema.shape, 'scan'))
      for (const [identifier] of untakenOf(sourcesIn(value.scan), schema.shape)) yield [...path, 'scan', identifier]
  } else if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return
    for (const [index, element] of value.entries()) yield* unknownFields(schema.element, element, [...path, index])
  } else if (schema instanceof z.ZodPipe) {
    // What z.preprocess makes has the schema behind its transformation.
    yield* unknownFields(schema.in instanceof z.ZodTransform ? schema.out : schema.in, value, path)
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    yield* unknownFields(schema.unwrap(), value, path)
  } else if (schema instanceof z.ZodDiscriminatedUnion) {
    yield* unknownFields(optionOf(schema, value), value, path)
  } else if (schema instanceof z.ZodUnknown) {
    yield* unknownFields(validatedElsewhere.get(schema), value, path)
  }
}

/** The option of a union that the value names, whether or not the rest of it is valid. */
function optionOf({ def }: z.ZodDiscriminatedUnion, value: object): unknown {
  const { discriminator, options } = def
  const given: unknown = Object.getOwnPropertyDescriptor(value, discriminator)?.value
  return options.find(
    (option) => option instanceof z.ZodObject && z.safeParse(option.shape[discriminator], given).success,
  )
}
