import { z } from 'zod'

type Absent<Field extends z.ZodType> = z.ZodCatch<z.ZodOptional<Field>>

/**
 * An object as an upstream may answer it: the named fields are documented and certain. Every other one is ours: it may
 * be missing, and one that an upstream means otherwise counts as missing.
 */
export function documentedFields<Shape extends z.ZodRawShape, const Name extends keyof Shape & string>(
  { shape }: z.ZodObject<Shape>,
  names: readonly Name[],
) {
  const fields = (Object.entries(shape) as [string, z.ZodType][]).map(([name, field]) => [
    name,
    names.includes(name as Name) ? field : z.catch(field.optional(), undefined),
  ])
  return z.object(
    Object.fromEntries(fields) as {
      [Field in keyof Shape]: Field extends Name ? Shape[Field] : Absent<Shape[Field] & z.ZodType>
    },
  )
}
