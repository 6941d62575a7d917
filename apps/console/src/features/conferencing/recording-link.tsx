import { audioUrl } from '@livetap/contract/calls/transcripts'
import { Anchor } from '@mantine/core'
import { useApi } from '../../shared/session/session-context'
import { useFreshDownload } from '../../shared/use-fresh-download'

interface Props {
  id: string
  /** As it was when the table was read. */
  url: string
  tabIndex: number
}

export function RecordingLink({ id, url, tabIndex }: Props) {
  const api = useApi()
  const fileName = `${id}.flac`
  const save = useFreshDownload(
    async () => (await api.call(audioUrl, { params: { id }, query: { audio_type: 'flac' } })).url,
    fileName,
  )
  return (
    <Anchor
      href={url}
      download={fileName}
      onClick={save}
      inherit
      tabIndex={tabIndex}
      aria-label={`Download the recording of ${id}`}
    >
      Download
    </Anchor>
  )
}
