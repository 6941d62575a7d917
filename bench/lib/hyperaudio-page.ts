import { createReadStream, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { TranscriptUtterance } from '@livetap/contract'

const library = createRequire(import.meta.url).resolve('hyperaudio-lite')

/** The peer with the same transcript and the same recording, built from the same answer as ours. */
const html = `<!doctype html><meta charset="utf-8"><style>
  body{margin:0;font:14px/22px system-ui} #hypertranscript{height:70vh;overflow-y:scroll;position:relative}
  .read{color:#000}.unread{color:#777}.active{text-decoration:underline}
</style>
<audio id="hyperplayer" preload="metadata" src="/audio.flac" style="width:100%" controls></audio>
<div id="hypertranscript"></div>
<script src="/hyperaudio-lite.js"></script>
<script>
  window.build = async () => {
    const began = performance.now()
    const { results } = await (await fetch('/transcript')).json()
    document.getElementById('hypertranscript').innerHTML = '<article><section>' + results.map(one =>
      '<p>' + one.alternatives[0].words.map(w =>
        '<span data-m="' + w.start_millis + '" data-d="' + (w.end_millis - w.start_millis) + '">' + w.word + ' </span>').join('') +
      '</p>').join('') + '</section></article>'
    window.probe = document.getElementById('hyperplayer')
    new HyperaudioLite({ transcript: 'hypertranscript', player: 'hyperplayer', minimizedMode: false, autoScroll: true, doubleClick: false, webMonetization: false, playOnClick: false })
    await new Promise(requestAnimationFrame)
    await new Promise(resolve => setTimeout(resolve))
    return performance.now() - began
  }
</script>`

export async function servePeer(
  utterances: readonly TranscriptUtterance[],
  audio: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const transcript = JSON.stringify({ results: utterances })
  const server: Server = createServer((request, response) => {
    if (request.url === '/transcript') return response.end(transcript)
    if (request.url === '/hyperaudio-lite.js') return response.end(readFileSync(library))
    if (request.url !== '/audio.flac') {
      response.setHeader('content-type', 'text/html')
      return response.end(html)
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
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
