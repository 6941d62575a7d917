import { texts } from '@livetap/contract'
import { ApiError } from '../api-error'
import type { PutChunk } from '../upload/put-chunk'

/** For where there is no XMLHttpRequest. Says how much was sent only when all of it was. */
export const fetchPutChunk: PutChunk = async put => {
  const timeout = AbortSignal.timeout(put.timeoutMs)
  try {
    const answer = await fetch(put.url, {
      method: 'PUT',
      body: put.body,
      // 308 is an answer here, never a redirect.
      redirect: 'manual',
      headers: {
        'content-range': put.contentRange,
        ...(put.token !== null && { authorization: `Bearer ${put.token}` }),
      },
      signal: AbortSignal.any([put.signal, timeout]),
    })
    put.onSent(put.body.size)
    return {
      status: answer.status,
      range: answer.headers.get('range'),
      text: await answer.text(),
      headers: answer.headers,
    }
  } catch (error) {
    if (put.signal.aborted) throw new ApiError('cancelled', texts.access.callCancelled)
    if (timeout.aborted) throw new ApiError('timeout', texts.access.callTimeout(put.url))
    throw new ApiError('network', error instanceof Error ? error.message : String(error))
  }
}
