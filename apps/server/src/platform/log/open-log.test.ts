import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openLogFile } from './log-file'
import { openLog } from './open-log'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'livetap-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function terminal(show: (text: string) => unknown) {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      show(String(chunk))
      done()
    },
  })
  return Object.assign(stream, { isTTY: true })
}

test('a person at a terminal sees notices and warnings, and the log is a file for its owner alone', () => {
  const dataDir = join(newFolder(), 'data')
  const shown: string[] = []
  const { log, file } = openLog(
    { logLevel: 'info', dataDir },
    terminal(text => shown.push(text)),
  )
  log.debug('not at this level')
  log.info({ status: 200 }, 'request answered')
  log.info({ notice: 'Stopping...' }, 'server stopping')
  log.warn({ err: new Error('no answer at wss://h/?ticket=S3CRET\nand more') }, 'engine unavailable')
  log.error('database stop failed')
  expect(shown).toEqual([
    'Stopping...\n',
    'Warning: engine unavailable (no answer at wss://h/?ticket=[hidden])\n',
    'Error: database stop failed\n',
  ])
  expect(file).toBe(join(dataDir, 'livetap.log'))
  const lines = readFileSync(file!, 'utf8').trimEnd().split('\n')
  expect(lines.map(line => JSON.parse(line).msg)).toEqual([
    'request answered',
    'server stopping',
    'engine unavailable',
    'database stop failed',
  ])
  expect(lines.join('')).not.toContain('S3CRET')
  expect(statSync(file!).mode & 0o777).toBe(0o600)
})

test('a program that reads the output gets no file beside it', () => {
  const dataDir = join(newFolder(), 'data')
  expect(openLog({ logLevel: 'silent', dataDir }, new PassThrough()).file).toBeUndefined()
  expect(statSync(dataDir, { throwIfNoEntry: false })).toBeUndefined()
})

test('a log folder that is a file is said with its variable', () => {
  const file = join(newFolder(), 'file')
  openLogFile(file).write('x')
  expect(() =>
    openLog(
      { logLevel: 'info', dataDir: file },
      terminal(() => undefined),
    ),
  ).toThrow(/^LIVETAP_DATA: /)
})

test('the file is bounded: a full one is kept once', () => {
  const path = join(newFolder(), 'livetap.log')
  const stream = openLogFile(path, 10)
  for (const line of ['one 67890\n', 'two 67890\n', 'three\n']) stream.write(line)
  expect(readFileSync(path, 'utf8')).toBe('three\n')
  expect(readFileSync(`${path}.old`, 'utf8')).toBe('two 67890\n')
  openLogFile(path, 10).write('four\n')
  expect(readFileSync(path, 'utf8')).toBe('three\nfour\n')
})
