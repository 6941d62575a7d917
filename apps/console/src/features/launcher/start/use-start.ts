import { type LauncherMode, texts, type UploadedMeeting, type UploadSession } from '@livetap/contract'
import { UploadControl } from '@livetap/session'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fileHandover } from '../../../shared/file-handover'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useAccessToken, useApi, useRenewToken } from '../../../shared/session/session-context'
import { useToasts } from '../../../shared/ui/feedback/toasts'
import { useStore } from '../../../shared/use-store'
import type { LauncherValues } from '../form/launcher-form'
import { lazyUploads } from '../upload/lazy-uploads'
import { UploadRows } from '../upload/upload-rows'
import type { StartProgress, UnwantedMeeting } from './start-context'
import { describeFailure, type StartFailure } from './start-failure'
import { useOpening } from './use-opening'

interface StartEvents {
  onUploaded: (meeting: UploadedMeeting) => void
  /** Which of the files, by position, are still to be sent. */
  onAllSent: (left: readonly number[]) => void
}

/**
 * Runs a mode's flow, shows how it goes, and leads on to where it ends. Leaving the screen breaks it off; an upload
 * can then go on with the same file.
 */
export function useStart({ onUploaded, onAllSent }: StartEvents) {
  const api = useApi()
  const token = useAccessToken()
  const opening = useOpening()
  const toasts = useToasts()
  const [progress, setProgress] = useState<StartProgress | null>(null)
  const [failure, setFailure] = useState<StartFailure | null>(null)
  const [unwanted, setUnwanted] = useState<UnwantedMeeting | null>(null)
  const renew = useRenewToken()
  const [control] = useState(() => new UploadControl())
  const [rows] = useState(() => new UploadRows())
  const session = useRef<UploadSession | null>(null)
  const uploads = useMemo(() => lazyUploads({ api, token, renew }), [api, token, renew])
  const flow = useRemoteCall(async (signal, mode: LauncherMode, values: LauncherValues) => {
    // Needed with the first start only.
    const [{ startMode }, { launcherCalls }] = await Promise.all([
      import('./start-flow'),
      import('./launcher-calls'),
    ])
    const result = await startMode(mode, values, {
      calls: launcherCalls(api),
      uploads,
      handOver: (key, file) => fileHandover.put(key, file),
      nowMs: Date.now,
      onProgress: step => !signal.aborted && setProgress(step),
      onUploaded,
      onFileFailed: error => report(describeFailure(error)),
      onSession: open => {
        session.current = open
      },
      onDropped: setUnwanted,
      onUntitled: title => toasts.warning(texts.launcher.titleNotSet(title)),
      uploadRows: rows,
      uploadControl: control,
      signal,
    })
    // Before the call ends, so that the form is not free for a moment in between.
    if (result.kind === 'open' && !signal.aborted) void opening.open(result)
    return result
  })
  const start = async (mode: LauncherMode, values: LauncherValues) => {
    setProgress(null)
    setFailure(null)
    setUnwanted(null)
    rows.clear()
    control.resume()
    const outcome = await flow.run(mode, values)
    if (outcome.phase === 'success') {
      if (outcome.data.kind === 'uploaded')
        onAllSent(rows.getSnapshot().flatMap((row, at) => (row.state === 'done' ? [] : [at])))
      return
    }
    if (outcome.phase === 'fulfil') return setProgress(null)
    const described = describeFailure(outcome.error)
    setFailure(described)
    report(described)
  }
  const report = (described: StartFailure) => {
    for (const message of described.toasts) toasts.error(message, { trackingId: described.trackingId })
  }
  /** Cancelled on purpose: the half of a recording that has arrived goes too. */
  const cancel = () => {
    flow.cancel()
    opening.stop()
    rows.clear()
    const open = session.current
    session.current = null
    if (open) void uploads.discard(open).catch(() => undefined)
  }
  const paused = useStore(control)
  const fileRows = useStore(rows)
  useWarnBeforeUnload(flow.loading && progress?.percent !== undefined)
  return {
    start,
    cancel,
    submitting: flow.loading || opening.isOpening,
    progress,
    failure,
    files: {
      rows: fileRows,
      paused: flow.loading ? paused : null,
      onPause: control.pause,
      onResume: control.resume,
    },
    unwanted,
    forget: () => {
      setFailure(null)
      setUnwanted(null)
      rows.clear()
    },
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
