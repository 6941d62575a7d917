import type { transcriptImportLineSchema, transcriptImportSchema } from '@livetap/contract'
import type { z } from 'zod'
import { defineParserTask } from '../../../platform/parser-pool/parser-task'

export type ImportedHead = Omit<z.output<typeof transcriptImportSchema>, 'lines'> & { languageCode: string }
export type ImportedLine = z.output<typeof transcriptImportLineSchema>

/** The head comes first, once all lines were found to be right; then the lines, some at a time. */
export type ImportedPart = { head: ImportedHead } | { lines: ImportedLine[] }

export const transcriptImportTask = defineParserTask<{ json: Uint8Array }, ImportedPart>('transcriptImport')
