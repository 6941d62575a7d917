import { texts } from '@livetap/contract'
import type { LocalSession } from '@livetap/session'
import { Button, FileInput, Text } from '@mantine/core'
import { IconFileMusic, IconFileText } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { fileHandover } from '../../shared/file-handover'
import { useStore } from '../../shared/use-store'
import classes from './past.module.css'

const isTranscripts = (file: File): boolean => file.type === 'application/json' || /\.json$/i.test(file.name)

/** Asks for the two files; they may also be dropped here, together or one by one. */
export function UploadPanel({ session }: { session: LocalSession }) {
  const { phase, transcriptsError, audioError } = useStore(session)
  const [transcripts, setTranscripts] = useState(() => fileHandover.get('transcripts_file') ?? null)
  const [audio, setAudio] = useState(() => fileHandover.get('local_audio_file') ?? null)
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    for (const file of event.dataTransfer.files) isTranscripts(file) ? setTranscripts(file) : setAudio(file)
  }
  const load = () => {
    // Going away and coming back opens the same files again.
    fileHandover.put('transcripts_file', transcripts ?? undefined)
    fileHandover.put('local_audio_file', audio ?? undefined)
    void session.load(transcripts ?? undefined, audio ?? undefined)
  }
  return (
    <section
      className={classes.upload}
      aria-label="Open files"
      data-over={isOver || undefined}
      data-testid="upload-panel"
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Text fw={600}>Open files</Text>
      <Text size="sm" c="dimmed">
        Choose a transcripts file, as Download writes it, and its recording, or drop both here. A recording
        can be heard without its transcripts. They stay on this computer: nothing is sent.
      </Text>
      <FileInput
        label="Transcripts file"
        placeholder="transcripts__….json"
        accept=".json,application/json"
        leftSection={<IconFileText size={16} />}
        value={transcripts}
        error={transcriptsError}
        onChange={setTranscripts}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the transcripts file' }}
      />
      <FileInput
        label="Audio file"
        placeholder="wav, mp3, flac, m4a, ogg…"
        accept="audio/*,video/mp4,.flac,.oga"
        leftSection={<IconFileMusic size={16} />}
        value={audio}
        error={audioError}
        onChange={setAudio}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the audio file' }}
      />
      <Button disabled={!transcripts || !audio} loading={phase === 'loading'} onClick={load}>
        {texts.past.uploadFiles}
      </Button>
      {audio && !transcripts && (
        <Button variant="default" loading={phase === 'loading'} onClick={load}>
          {texts.launcher.openAudioOnly}
        </Button>
      )}
    </section>
  )
}
