import { DEFAULT_ASR_LOCALE, DEFAULT_ML_ENGINE } from '@livetap/contract'
import { importTranscript } from '@livetap/contract/endpoints/past-data'
import { browserMedia, KeptTranscript, LiveAsr, noHints, transcriptImport } from '@livetap/session'
import { useEffect, useState } from 'react'
import { captureWorkletUrl } from '../../shared/audio/capture-worklet-url'
import { useAccessToken, useApi, useEnv, useUser } from '../../shared/session/session-context'
import { useToasts } from '../../shared/ui/toasts'

const firstSettings = {
  engine: DEFAULT_ML_ENGINE,
  languageCode: DEFAULT_ASR_LOCALE,
  diarization: false,
  hints: noHints,
}

/** One live recognition as long as the screen is open. */
export function useLiveAsr(): LiveAsr | null {
  const { gateway_url: url, default_client_region: region } = useEnv()
  const api = useApi()
  const userId = useUser().id
  const token = useAccessToken()
  const notices = useToasts()
  const [live, setLive] = useState<LiveAsr | null>(null)
  useEffect(() => {
    const opened = new LiveAsr({
      url,
      token,
      settings: firstSettings,
      media: browserMedia(),
      workletUrl: captureWorkletUrl,
      notices,
      kept: new KeptTranscript(window.localStorage, `livetap.asr-transcript.${userId}`),
      saveAsMeeting: async ({ startedAtMs, lines }) => {
        const body = transcriptImport(lines, { startedAtMs, region })
        return (await api.call(importTranscript, { body })).id
      },
    })
    setLive(opened)
    void opened.start()
    return () => opened.end()
  }, [url, token, notices, api, userId, region])
  return live
}
