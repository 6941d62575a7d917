import type { z } from 'zod'

export const SEVERITIES = ['INFO', 'NOTICE', 'WARNING', 'ERROR'] as const
export type Severity = (typeof SEVERITIES)[number]

/** What the documents call the parts of the product; here they are modules of one process. */
export const SERVICES = ['wrapi', 'hotword', 'vmc', 'nutcracker', 'pipeline', 'sign-on'] as const
export type Service = (typeof SERVICES)[number]

/** One kind of log entry. Its message and severity follow from its fields, so they are decided here alone. */
export interface MetricDefinition<Fields extends z.ZodObject = z.ZodObject> {
  name: string
  service: Service
  fields: Fields
  /** One sentence: what has happened in this installation when the entry is written. */
  happens: string
  message: (fields: z.output<Fields>) => string
  /** Fields that name a person. They are blanked when the meeting is deleted. */
  people?: readonly (keyof z.output<Fields> & string)[]
  severity: (fields: z.output<Fields>) => Severity
}

/** One kind of ledger event. `timestamp` is added to the fields of each by the recorder. */
export interface LedgerDefinition<Fields extends z.ZodObject = z.ZodObject> {
  name: string
  fields: Fields
  happens: string
}

export function metric<Fields extends z.ZodObject>(
  definition: Omit<MetricDefinition<Fields>, 'severity'> &
    Partial<Pick<MetricDefinition<Fields>, 'severity'>>,
): MetricDefinition<Fields> {
  return { severity: () => 'INFO', ...definition }
}

export const ledgerEvent = <Fields extends z.ZodObject>(
  definition: LedgerDefinition<Fields>,
): LedgerDefinition<Fields> => definition
