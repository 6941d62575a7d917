import { texts } from '@livetap/contract'
import type { PastSession } from '@livetap/session'
import { audioFileName } from '@livetap/transcript'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { saveFile } from '../../../shared/save-file'
import { useFreshDownload } from '../../../shared/use-fresh-download'
import { useStore } from '../../../shared/use-store'
import { useReplayData } from '../player/replay-context'
import type { ExportForm } from './export-transcript'

const forms: [ExportForm, string][] = [
  ['txt', 'Text (TXT)'],
  ['docx', 'Word document (DOCX)'],
  ['srt', 'Subtitles (SRT)'],
  ['vtt', 'Subtitles (WebVTT)'],
  ['csv', 'Table (CSV)'],
  ['rttm', 'Who spoke when (RTTM)'],
  ['jsonl', 'Training manifest (NeMo JSONL)'],
]

export function DownloadMenu({ session }: { session: PastSession }) {
  const { transcript, highlights, isComplete } = useReplayData(session.replay)
  const { audioUrl, detail } = useStore(session)
  const { meetingId } = session.calls
  const title = detail?.title ?? ''
  const audioName = audioFileName(title, meetingId)
  const saveAudio = useFreshDownload(session.media.freshAudioUrl, audioName)
  const [isBusy, setBusy] = useState(false)
  const [speakers, setSpeakers] = useState(true)
  const [problem, setProblem] = useState('')
  const hasTranscripts = (transcript?.utterances.length ?? 0) > 0
  if (!hasTranscripts && !audioUrl) return null
  const save = async (form: ExportForm) => {
    if (!transcript) return
    setBusy(true)
    setProblem('')
    try {
      const { exportTranscript } = await import('./export-transcript')
      const { blob, name } = await exportTranscript(form, {
        transcript,
        highlights,
        meetingId,
        title,
        speakers,
      })
      saveFile(name, blob)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" loading={isBusy} rightSection={<IconChevronDown size={14} />}>
          {texts.past.download}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {hasTranscripts && (
          <Menu.Item disabled={!isComplete} onClick={() => void save('json')}>
            {texts.past.downloadTranscripts}
          </Menu.Item>
        )}
        {audioUrl && (
          <Menu.Item component="a" href={audioUrl} download={audioName} onClick={saveAudio}>
            {texts.past.downloadAudio}
          </Menu.Item>
        )}
        {problem && <Menu.Label role="alert">{problem}</Menu.Label>}
        {hasTranscripts && <Menu.Divider />}
        {hasTranscripts && <Menu.Label>Transcript as</Menu.Label>}
        {hasTranscripts &&
          forms.map(([form, label]) => (
            <Menu.Item key={form} disabled={!isComplete} onClick={() => void save(form)}>
              {label}
            </Menu.Item>
          ))}
        {hasTranscripts && (
          <Menu.Item closeMenuOnClick={false} onClick={() => setSpeakers(!speakers)}>
            Names of speakers in subtitles: {speakers ? 'on' : 'off'}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
