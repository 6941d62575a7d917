import { importTranscript } from '@livetap/contract/calls/transcripts'
import { type CallText, transcriptImport } from '@livetap/session'
import { useCallback } from 'react'
import { useApi, useEnv } from '../session/session-context'

/** Makes a past meeting of a recognition's lines; answers its id. */
export function useSaveTranscript(): (kept: CallText) => Promise<string> {
  const api = useApi()
  const { default_client_region: region } = useEnv()
  return useCallback(
    async ({ startedAtMs, lines }) => {
      const body = transcriptImport(lines, { startedAtMs, region })
      return (await api.call(importTranscript, { body })).id
    },
    [api, region],
  )
}
