import type { LauncherMode } from '@livetap/contract'
import { ChunkedUploadClient, xhrPutChunk } from '@livetap/session'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { fileHandover } from '../../shared/file-handover'
import { rememberMeeting } from '../../shared/recent-meetings'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useAccessToken, useApi, useUser } from '../../shared/session/session-context'
import { useToasts } from '../../shared/ui/toasts'
import { launcherCalls } from './launcher-calls'
import type { LauncherValues } from './launcher-form'
import { describeFailure, type StartFailure } from './start-failure'
import { type StartProgress, type StartResult, startMode } from './start-flow'
import { uploadedListStore } from './uploaded-list-store'

/** Runs a mode's flow, shows how it goes, and leads on to where it ends. Leaving the screen cancels it. */
export function useStart(onUploaded: () => void) {
  const api = useApi()
  const user = useUser()
  const token = useAccessToken()
  const navigate = useNavigate()
  const toasts = useToasts()
  const [progress, setProgress] = useState<StartProgress | null>(null)
  const [failure, setFailure] = useState<StartFailure | null>(null)
  const calls = useMemo(() => launcherCalls(api), [api])
  const uploads = useMemo(
    () => new ChunkedUploadClient({ api, token, origin: window.location.origin, putChunk: xhrPutChunk }),
    [api, token],
  )
  const flow = useRemoteCall((signal, mode: LauncherMode, values: LauncherValues) =>
    startMode(mode, values, {
      calls,
      uploads,
      handOver: (key, file) => fileHandover.put(key, file),
      nowMs: Date.now,
      onProgress: step => !signal.aborted && setProgress(step),
      onUploaded: uploadedListStore.add,
      signal,
    }),
  )
  const lead = (result: StartResult) => {
    if (result.kind === 'uploaded') return onUploaded()
    if (result.meetingId) {
      rememberMeeting(user.id, { meetingId: result.meetingId, path: result.path, openedAtMs: Date.now() })
    }
    void navigate(result.path)
  }
  const start = async (mode: LauncherMode, values: LauncherValues) => {
    setProgress(null)
    setFailure(null)
    const outcome = await flow.run(mode, values)
    if (outcome.phase === 'success') return lead(outcome.data)
    if (outcome.phase === 'fulfil') return setProgress(null)
    const described = describeFailure(outcome.error)
    setFailure(described)
    for (const message of described.toasts) toasts.error(message, { trackingId: described.trackingId })
  }
  useWarnBeforeUnload(flow.loading && progress?.percent !== undefined)
  return {
    start,
    cancel: flow.cancel,
    submitting: flow.loading,
    progress,
    failure,
    forget: () => setFailure(null),
    calls,
  }
}

/** Closing the tab would break off an upload. */
function useWarnBeforeUnload(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
