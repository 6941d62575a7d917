import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from '../config/config'
import { ConfigError } from '../config/config-error'
import { makeDataFolder } from '../data-folder/data-folder'
import { createLog, type Log } from './log'
import { openLogFile } from './log-file'
import { terminalLines } from './terminal-lines'

export interface OpenLog {
  log: Log
  /** Where it is written; absent: to our own output. */
  file: string | undefined
}

/**
 * A program that reads our output gets every line as JSON. A person at a terminal gets what concerns a person there,
 * and the log in a file of the data folder.
 */
export function openLog(
  { logLevel, dataDir }: Pick<Config, 'logLevel' | 'dataDir'>,
  output: { isTTY?: boolean; write(text: string): unknown } = process.stdout,
): OpenLog {
  if (!output.isTTY) return { log: createLog(logLevel), file: undefined }
  makeDataFolder(dataDir)
  const file = join(dataDir, 'livetap.log')
  const streams = pino.multistream([
    { level: 'trace', stream: logFile(file) },
    { level: 'info', stream: terminalLines(output) },
  ])
  return { log: createLog(logLevel, streams), file }
}

function logFile(path: string) {
  try {
    return openLogFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError('LIVETAP_DATA', `the log ${path} cannot be written (${code})`)
  }
}
