/** Where the files lie that run in threads, by source and by bundle. */
const SOURCES = '../../entries/'
const BUNDLED = './'

/** How to start `entries/NAME.worker.ts` from TypeScript source or from a bundle, regardless of which this code runs from. */
export function threadProgram(name: string): URL {
  if (!import.meta.url.endsWith('.ts')) return new URL(`${BUNDLED}${name}.worker.js`, import.meta.url)
  const source = new URL(`${SOURCES}${name}.worker.ts`, import.meta.url).href
  // A thread takes no --import: it has to load what reads TypeScript by itself.
  const program = `import { register } from ${JSON.stringify(import.meta.resolve('tsx/esm/api'))}
register()
await import(${JSON.stringify(source)})`
  return new URL(`data:text/javascript,${encodeURIComponent(program)}`)
}
