/** Where the file lies that runs in a thread, by source and by bundle. */
const SOURCE = '../../entries/parser.worker.ts'
const BUNDLED = './parser.worker.js'

/** How to start a thread from TypeScript source or from a bundle, regardless of which this code runs from. */
export function parserFile(): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL(BUNDLED, import.meta.url)
  const source = new URL(SOURCE, import.meta.url).href
  // A thread takes no --import: it has to load what reads TypeScript by itself.
  const program = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
register()
await import(${JSON.stringify(source)})`
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`)
}
