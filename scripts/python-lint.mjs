/** Lints every tracked Python script and checks its format, with ruff. `--write` formats them first. */
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-nodejs'
import { fail, root, run } from './lib/run.mjs'

const listed = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.py'], {
  capture: true,
})
const files = listed.output.split('\n').filter(Boolean)
if (listed.code !== 0 || files.length === 0) fail(`no Python script was found\n${listed.output}`)

const workspace = new Workspace(
  {
    'line-length': 100,
    format: { 'quote-style': 'single' },
    lint: {
      select: ['E', 'F', 'I', 'B', 'UP', 'N'],
      ignore: ['N812'], // "functional as F" is what PyTorch's own code says
      isort: { 'known-first-party': files.map(file => basename(file, '.py')) },
    },
  },
  PositionEncoding.Utf16,
)

const write = process.argv.includes('--write')
const findings = []
for (const file of files) {
  const path = join(root, file)
  let source = readFileSync(path, 'utf8')
  const add = (row, column, code, message) => findings.push(`${file}:${row}:${column} ${code} ${message}`)
  try {
    const formatted = workspace.format(source)
    if (write && formatted !== source) writeFileSync(path, formatted)
    if (write) source = formatted
    const lines = source.split('\n')
    const row = formatted.split('\n').findIndex((line, index) => line !== lines[index])
    if (formatted !== source)
      add(row + 1 || lines.length, 1, 'format', 'run node scripts/python-lint.mjs --write')
  } catch {} // A file that cannot be parsed: the check below says where.
  for (const { code, message, start_location: at } of workspace.check(source))
    add(at.row, at.column, code ?? 'syntax', message)
}
if (findings.length > 0) fail(findings.join('\n'))
process.stdout.write(`${files.length} Python scripts\n`)
