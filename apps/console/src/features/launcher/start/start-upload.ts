import {
  ALL_LANGUAGES,
  openMeetingPath,
  texts,
  type UploadCreateBody,
  type UploadedMeeting,
} from '@livetap/contract'
import type { LauncherValues } from '../form/launcher-form'
import { failingAs } from './failing-as'
import type { StartContext, StartResult } from './start-context'
import { isEnabled } from './start-create'
import { StartError } from './start-error'

/**
 * One file opens its meeting; several are reported as a list. Files go one after the other, and one that fails does
 * not keep the others.
 */
export async function uploadAll(values: LauncherValues, context: StartContext): Promise<StartResult> {
  const files = values.audio_files
  const meetings: UploadedMeeting[] = []
  const failures: unknown[] = []
  context.uploadRows?.begin(files)
  for (const [position, file] of files.entries()) {
    try {
      const meeting = await uploadOne(file, position, values, context)
      meetings.push(meeting)
      context.onUploaded(meeting)
    } catch (error) {
      if (context.signal.aborted) throw error
      context.uploadRows?.change(position, { state: 'failed', error: reasonOf(error) })
      failures.push(error)
    }
  }
  const [only] = meetings
  if (!only) throw failures[0]
  for (const failure of failures) context.onFileFailed?.(failure as Error)
  return files.length === 1
    ? { kind: 'open', path: openMeetingPath(only.meeting_id) }
    : { kind: 'uploaded', meetings }
}

async function uploadOne(
  file: File,
  position: number,
  values: LauncherValues,
  context: StartContext,
): Promise<UploadedMeeting> {
  const { uploads, signal, onProgress, uploadRows, uploadControl } = context
  onProgress({ text: texts.launcher.progressCreatingEndpoint, fileName: file.name })
  uploadRows?.change(position, { state: 'creating' })
  const body = sessionBody(file, values, context.nowMs())
  const session = await failingAs('upload_session', texts.launcher.failedUploadEndpoint, signal, () =>
    uploads.createSession(body, signal, file),
  )
  context.onSession?.(session)
  const report = (percent: number) => {
    onProgress({ text: texts.launcher.progressUploading, percent, fileName: file.name })
    uploadRows?.change(position, { percent })
  }
  report(0)
  await failingAs('upload', texts.launcher.failedUpload, signal, () =>
    uploads.send(session, file, {
      signal,
      onPercent: report,
      onPhase: state => uploadRows?.change(position, { state }),
      control: uploadControl,
    }),
  )
  uploadRows?.change(position, { state: 'done', percent: 100 })
  context.onSession?.(null)
  return { meeting_id: session.meeting_id, file_name: file.name, uploaded: true }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof StartError && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

function sessionBody(file: File, values: LauncherValues, nowMs: number): UploadCreateBody {
  const language = values.language
  const siteName = values.upload_webex_site_name.trim()
  return {
    start_at_utc: new Date(nowMs).toISOString(),
    source: values.source.trim(),
    enable_ensemble: isEnabled(values.enable_ensemble),
    sharder: values.meeting_sharder === 'diarized' ? 'diarized' : 'vadmarker',
    trainable_shard_percent: shardPercent(values.trainable_shard_percent),
    ...(language && language !== ALL_LANGUAGES && { language }),
    ...(siteName && { site_name: siteName }),
    client_region: values.client_region.trim(),
    file_size: file.size,
    file_type: file.type || typeByEnding(file.name),
    file_name: file.name,
  }
}

/** The string "true" means 100, anything else 0. */
const shardPercent = (value: string): number => (value === 'true' ? 100 : 0)

/** Browsers know no type for some of the accepted endings, `.pcm` among them. */
const typeByEnding = (name: string): string => `audio/${name.slice(name.lastIndexOf('.') + 1).toLowerCase()}`
