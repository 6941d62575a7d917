import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'

/** The program of the parser pool's threads, bundled once a run. */
export const testParserProgram = (): URL => pathToFileURL(inject('parserProgram'))
