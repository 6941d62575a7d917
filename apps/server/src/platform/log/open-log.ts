import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pino } from 'pino'
import type { Config } from '../config/config'
import { ConfigError } from '../config/config-error'
import { makeDataFolder } from '../data-folder/data-folder'
import { type BoundedOutput, boundedOutput } from './bounded-output'
import { createLog, type Log } from './log'
import { openLogFile } from './log-file'
import { terminalLines } from './terminal-lines'

export interface OpenLog {
  log: Log
  /** Where it is written; absent: to our own output. */
  file: string | undefined
  /** Our own output, for what a person should read beside the log. */
  output: BoundedOutput
}

/**
 * A program that reads our output gets every line as JSON. A person at a terminal gets what concerns a person there,
 * and the log in a file of the data folder.
 */
export function openLog(
  { logLevel, dataDir }: Pick<Config, 'logLevel' | 'dataDir'>,
  stream: Writable & { isTTY?: boolean } = process.stdout,
): OpenLog {
  const output = boundedOutput(stream)
  if (!stream.isTTY) return { log: createLog(logLevel, output), file: undefined, output }
  makeDataFolder(dataDir)
  const file = join(dataDir, 'livetap.log')
  const streams = pino.multistream([
    { level: 'trace', stream: logFile(file) },
    { level: 'info', stream: terminalLines(output) },
  ])
  return { log: createLog(logLevel, streams), file, output }
}

function logFile(path: string) {
  try {
    return openLogFile(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError('LIVETAP_DATA', `the log ${path} cannot be written (${code})`)
  }
}
