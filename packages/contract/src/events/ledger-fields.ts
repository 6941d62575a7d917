import { z } from 'zod'

export const count = z.int().min(0)
export const ms = z.number()
export const instant = z.iso.datetime()
export const by = z.string()
export const switched = z.strictObject({ by, source: z.string().optional() })
