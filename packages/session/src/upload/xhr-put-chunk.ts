import { texts } from '@livetap/contract'
import { ApiError } from '../api-error'
import type { ChunkAnswer, PutChunk } from './put-chunk'

export const xhrPutChunk: PutChunk = put =>
  new Promise<ChunkAnswer>((resolve, reject) => {
    const cancelled = () => new ApiError('cancelled', texts.access.callCancelled)
    if (put.signal.aborted) return reject(cancelled())
    const request = new XMLHttpRequest()
    const cancel = () => request.abort()
    put.signal.addEventListener('abort', cancel, { once: true })
    const fail = (error: ApiError) => () => reject(error)
    request.open('PUT', put.url)
    request.timeout = put.timeoutMs
    request.setRequestHeader('content-range', put.contentRange)
    if (put.token !== null) request.setRequestHeader('authorization', `Bearer ${put.token}`)
    request.upload.onprogress = event => put.onSent(event.loaded)
    request.onload = () =>
      resolve({
        status: request.status,
        range: request.getResponseHeader('range'),
        text: request.responseText,
        headers: readHeaders(request.getAllResponseHeaders()),
      })
    request.onerror = fail(new ApiError('network', 'The connection broke during the upload'))
    request.ontimeout = fail(new ApiError('timeout', texts.access.callTimeout(put.url)))
    request.onabort = () => reject(cancelled())
    request.onloadend = () => put.signal.removeEventListener('abort', cancel)
    request.send(put.body)
  })

function readHeaders(raw: string): Headers {
  const headers = new Headers()
  for (const line of raw.split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return headers
}
