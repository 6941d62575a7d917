import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createUpload } from '@livetap/contract/calls/uploads'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { TestServer } from '../../../e2e/support/server'
import { bearerOf } from '../signed-in'

export interface Usage {
  cpuSeconds: number
  rss: number
}

/** An upload server in a process of its own. */
export interface UploadPeer {
  name: string
  /** Starts an upload of `total` bytes and answers where its chunks go. */
  begin(total: number): Promise<string>
  put(url: string, start: number, chunk: Buffer, total: number): Promise<void>
  usage(): Promise<Usage>
  stop(): Promise<void>
}

const agent = new Agent({ keepAlive: true, maxSockets: 2 })

async function send(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: Buffer,
): Promise<IncomingMessage> {
  const sending = request(url, {
    method,
    headers: { ...headers, 'content-length': body?.length ?? 0 },
    agent,
  })
  sending.end(body)
  const [answer] = (await once(sending, 'response')) as [IncomingMessage]
  return answer
}

export async function livetapPeer(): Promise<UploadPeer> {
  const server = await TestServer.start()
  const authorization = `Bearer ${await bearerOf(server.origin)}`
  return {
    name: 'livetap',
    async begin(total) {
      const body = Buffer.from(
        JSON.stringify({
          start_at_utc: new Date().toISOString(),
          source: 'bench',
          client_region: 'us',
          file_size: total,
          file_type: 'audio/wav',
          file_name: 'bench.wav',
        }),
      )
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await send('POST', server.origin + pathOf(createUpload), headers, body)
      const { upload_url } = JSON.parse(await text(answer)) as { upload_url: string }
      return server.origin + upload_url
    },
    async put(url, start, chunk, total) {
      const range = `bytes ${start}-${start + chunk.length - 1}/${total}`
      const answer = await send('PUT', url, { authorization, 'content-range': range }, chunk)
      const said = await text(answer)
      if (answer.statusCode !== 308) throw new Error(`chunk answered ${answer.statusCode}: ${said}`)
    },
    async usage() {
      const metrics = await text(await send('GET', `${server.origin}/metrics`, {}))
      const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
      return { cpuSeconds: value('process_cpu_seconds_total'), rss: value('process_resident_memory_bytes') }
    },
    stop: () => server.stop(),
  }
}

export async function tusPeer(): Promise<UploadPeer> {
  const child: ChildProcess = fork(fileURLToPath(new URL('./tus-server.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  const tus = { 'tus-resumable': '1.0.0' }
  return {
    name: 'tus',
    async begin(total) {
      const answer = await send('POST', `${origin}/files`, { ...tus, 'upload-length': String(total) })
      answer.resume()
      return new URL(answer.headers.location!, origin).href
    },
    async put(url, start, chunk) {
      const headers = {
        ...tus,
        'upload-offset': String(start),
        'content-type': 'application/offset+octet-stream',
      }
      const answer = await send('PATCH', url, headers, chunk)
      const said = await text(answer)
      if (answer.statusCode !== 204) throw new Error(`chunk answered ${answer.statusCode}: ${said}`)
    },
    usage: async () => JSON.parse(await text(await send('GET', `${origin}/usage`, {}))) as Usage,
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
