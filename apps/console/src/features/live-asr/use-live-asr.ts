import { DEFAULT_ASR_LOCALE, DEFAULT_ML_ENGINE } from '@livetap/contract'
import { browserMedia, type EnteredCall, enterCall, LiveAsr, noHints, StoredCalls } from '@livetap/session'
import { useEffect, useRef, useState } from 'react'
import { useSaveTranscript } from '../../shared/asr/use-save-transcript'
import { captureWorkletUrl } from '../../shared/audio/capture-worklet-url'
import { useAccessToken, useEnv, useUser } from '../../shared/session/session-context'
import { useToasts } from '../../shared/ui/feedback/toasts'

const firstSettings = {
  engine: DEFAULT_ML_ENGINE,
  languageCode: DEFAULT_ASR_LOCALE,
  diarization: false,
  hints: noHints,
}

export interface OpenCall {
  live: LiveAsr
  /** Waits for the last words; `onEnded` follows unless the screen was left before. */
  end: () => void
}

/** The call of this tab as long as the screen is open; a reload goes on with it. */
export function useLiveAsr(onEnded: () => void): OpenCall | null {
  const { gateway_url: url } = useEnv()
  const userId = useUser().id
  const token = useAccessToken()
  const notices = useToasts()
  const saveAsMeeting = useSaveTranscript()
  const [open, setOpen] = useState<OpenCall | null>(null)
  const ended = useRef(onEnded)
  ended.current = onEnded
  useEffect(() => {
    let isGone = false
    let live: LiveAsr | undefined
    let call: EnteredCall | undefined
    const begin = async () => {
      const calls = new StoredCalls(window.localStorage, userId)
      call = await enterCall({ calls, tab: window.sessionStorage, userId, locks: navigator.locks })
      if (isGone) return call.leave()
      const { stored: kept, leave } = call
      const media = browserMedia()
      const opened = new LiveAsr({
        url,
        token,
        settings: firstSettings,
        media,
        workletUrl: captureWorkletUrl,
        notices,
        stored: kept,
        saveAsMeeting,
      })
      live = opened
      const end = async () => {
        await opened.endCall()
        await leave()
        if (!isGone) ended.current()
      }
      setOpen({ live: opened, end: () => void end() })
      await opened.start()
    }
    // A reload and a closed tab give no other sign.
    const keep = () => live?.keepNow()
    window.addEventListener('pagehide', keep)
    void begin()
    return () => {
      isGone = true
      window.removeEventListener('pagehide', keep)
      live?.end()
      void call?.leave()
    }
  }, [url, token, notices, userId, saveAsMeeting])
  return open
}
