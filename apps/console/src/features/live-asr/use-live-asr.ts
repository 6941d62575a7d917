import { DEFAULT_ASR_LOCALE, DEFAULT_ML_ENGINE } from '@livetap/contract'
import { browserMedia, enterCall, LiveAsr, noHints, StoredCalls } from '@livetap/session'
import { useEffectEvent } from 'react'
import { useSaveTranscript } from '../../shared/asr/use-save-transcript'
import { captureWorkletUrl } from '../../shared/audio/capture-worklet-url'
import { useAccessToken, useEnv, useUser } from '../../shared/session/session-context'
import { useSession } from '../../shared/session/use-session'
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
export function useLiveAsr(onEnded: () => void): OpenCall | undefined {
  const { gateway_url: url } = useEnv()
  const userId = useUser().id
  const token = useAccessToken()
  const notices = useToasts()
  const saveAsMeeting = useSaveTranscript()
  const ended = useEffectEvent(onEnded)
  return useSession(
    async scope => {
      const calls = new StoredCalls(window.localStorage, userId)
      const { stored, leave } = await enterCall({
        calls,
        tab: window.sessionStorage,
        userId,
        locks: navigator.locks,
      })
      scope.add(() => void leave())
      if (scope.disposed) return undefined
      const live = new LiveAsr({
        url,
        token,
        settings: firstSettings,
        media: browserMedia(),
        workletUrl: captureWorkletUrl,
        notices,
        stored,
        saveAsMeeting,
      })
      scope.add(() => live.end())
      // A reload and a closed tab give no other sign.
      scope.listen(window, 'pagehide', () => live.keepNow())
      const end = async () => {
        await live.endCall()
        await leave()
        if (!scope.disposed) ended()
      }
      void live.start()
      return { live, end: () => void end() }
    },
    [url, token, notices, userId, saveAsMeeting],
  )
}
