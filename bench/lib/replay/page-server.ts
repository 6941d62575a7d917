import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { TranscriptUtterance } from '@livetap/contract'
import { barePage } from './bare-page'
import { peerPage } from './peer-page'

const library = createRequire(import.meta.url).resolve('hyperaudio-lite')
const pages: Record<string, string> = {
  '/peer': peerPage,
  '/bare': barePage,
  '/empty': '<!doctype html><title>Empty</title>',
}

export interface PageServer {
  origin: string
  close(): Promise<void>
}

/** The pages that ours is measured beside, with the same transcript and the same recording. */
export async function servePages(
  utterances: readonly TranscriptUtterance[],
  audio: string,
): Promise<PageServer> {
  const answer = (limit: number) =>
    JSON.stringify({ results: utterances.slice(0, limit), total: utterances.length })
  const whole = answer(utterances.length)
  const server: Server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    if (pathname === '/transcript') {
      const limit = searchParams.get('limit')
      return response.end(limit ? answer(Number(limit)) : whole)
    }
    if (pathname === '/hyperaudio-lite.js') return response.end(readFileSync(library))
    if (pathname !== '/audio.flac') {
      response.setHeader('content-type', 'text/html')
      return response.end(pages[pathname])
    }
    const { size } = statSync(audio)
    const [, from = '0', to] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? []
    const start = Number(from)
    const end = to ? Math.min(Number(to), size - 1) : size - 1
    response.writeHead(206, {
      'content-type': 'audio/flac',
      'accept-ranges': 'bytes',
      'content-range': `bytes ${start}-${end}/${size}`,
      'content-length': end - start + 1,
    })
    createReadStream(audio, { start, end }).pipe(response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
