import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

const MAX_INPUT_BYTES = 4096

/** What was typed or piped; empty where there is no terminal to ask. */
export async function askPassword(fromStdin: boolean): Promise<string> {
  if (fromStdin) return firstLine(process.stdin)
  if (!process.stdin.isTTY) return ''
  process.stderr.write('Password (empty: one is made): ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await prompt.question('')
  } finally {
    prompt.close()
    process.stderr.write('\n')
  }
}

async function firstLine(input: AsyncIterable<Buffer | string>): Promise<string> {
  let text = ''
  for await (const chunk of input) {
    text += chunk
    if (text.includes('\n') || text.length > MAX_INPUT_BYTES) break
  }
  return text.split(/\r?\n/)[0]!
}
