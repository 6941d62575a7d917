import {
  audioFileName,
  exportCsv,
  exportJson,
  exportNemoManifest,
  exportRttm,
  exportSrt,
  exportTxt,
  exportVtt,
  fileTitle,
  type Highlight,
  type Transcript,
  transcriptsFileName,
} from '@livetap/transcript'

export type ExportForm = 'json' | 'txt' | 'srt' | 'vtt' | 'docx' | 'csv' | 'rttm' | 'jsonl'

interface Exported {
  transcript: Transcript
  highlights: readonly Highlight[]
  meetingId: string
  /** The meeting's own; its files are called after it. */
  title: string
  /** Whether subtitles name who speaks. */
  speakers: boolean
}

const types: Record<ExportForm, string> = {
  json: 'application/json',
  txt: 'text/plain;charset=utf-8',
  srt: 'application/x-subrip;charset=utf-8',
  vtt: 'text/vtt;charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv;charset=utf-8',
  rttm: 'text/plain;charset=utf-8',
  jsonl: 'application/jsonl',
}

const written: Record<Exclude<ExportForm, 'docx'>, (exported: Exported) => string> = {
  json: ({ transcript, highlights }) => exportJson(transcript, highlights),
  txt: ({ transcript }) => exportTxt(transcript),
  srt: ({ transcript, speakers }) => exportSrt(transcript, { speakers }),
  vtt: ({ transcript, speakers }) => exportVtt(transcript, { speakers }),
  csv: ({ transcript }) => exportCsv(transcript, { bom: true }),
  rttm: ({ transcript, meetingId }) => exportRttm(transcript, meetingId),
  jsonl: ({ transcript, meetingId, title }) =>
    exportNemoManifest(transcript, audioFileName(title, meetingId)),
}

/** The transcript as it is here, corrections and names included. */
export async function exportTranscript(
  form: ExportForm,
  exported: Exported,
): Promise<{ name: string; blob: Blob }> {
  const called = fileTitle(exported.title, exported.meetingId)
  const name = transcriptsFileName(called, new Date(), form)
  if (form === 'docx') {
    const { exportDocx } = await import('./export-docx')
    return { name, blob: await exportDocx(exported.transcript, called) }
  }
  return { name, blob: new Blob([written[form](exported)], { type: types[form] }) }
}
