import type { Plugin, Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk & { viteMetadata?: { importedCss: Set<string> } }

/** The code of the start screen, and what else is in it. */
const START_SCREEN = /features\/launcher\/launcher-screen\.tsx$/

/**
 * Names the files of the start screen in the page: they are fetched beside the entry, not after it has run. The server leaves
 * the block out of the page of every other screen.
 */
export function firstPage(): Plugin {
  return {
    name: 'livetap:first-page',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = new Map(
          Object.values(bundle).flatMap(one => (one.type === 'chunk' ? [[one.fileName, one as Chunk]] : [])),
        )
        const start = [...chunks.values()].find(({ facadeModuleId }) =>
          START_SCREEN.test(facadeModuleId ?? ''),
        )
        if (!start) return html
        const needed = new Set<Chunk>()
        const add = (chunk: Chunk | undefined) => {
          if (!chunk || needed.has(chunk) || html.includes(`/${chunk.fileName}`)) return
          needed.add(chunk)
          for (const name of chunk.imports) add(chunks.get(name))
        }
        add(start)
        const styles = new Set([...needed].flatMap(chunk => [...(chunk.viteMetadata?.importedCss ?? [])]))
        const links = [
          ...[...needed].map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
          ...[...styles]
            .filter(name => !html.includes(`/${name}`))
            .map(name => `<link rel="preload" as="style" crossorigin href="/${name}">`),
        ]
        return html.replace('</head>', `<!--start-->${links.join('')}<!--/start--></head>`)
      },
    },
  }
}
