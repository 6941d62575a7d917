import { DEFAULT_ASR_LOCALE, DEFAULT_ML_ENGINE } from '@livetap/contract'
import { browserMedia, LiveAsr, noHints } from '@livetap/session'
import { useEffect, useState } from 'react'
import { captureWorkletUrl } from '../../shared/audio/capture-worklet-url'
import { useAccessToken, useEnv } from '../../shared/session/session-context'
import { useToasts } from '../../shared/ui/toasts'

const firstSettings = {
  engine: DEFAULT_ML_ENGINE,
  languageCode: DEFAULT_ASR_LOCALE,
  diarization: false,
  hints: noHints,
}

/** One live recognition as long as the screen is open. */
export function useLiveAsr(): LiveAsr | null {
  const url = useEnv().gateway_url
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
    })
    setLive(opened)
    void opened.start()
    return () => opened.end()
  }, [url, token, notices])
  return live
}
