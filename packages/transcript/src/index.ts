export { buildTranscript, createTranscriptBuilder, type TranscriptBuilder } from './build-transcript'
export { clockText, csisText, millisOf, shortClockText, timeText } from './clock'
export { type CueCursor, createCueCursor } from './cue-cursor'
export {
  buildCueIndex,
  type CueIndex,
  currentAt,
  gapAt,
  lastStartedAt,
  litAt,
  nextBoundaryAfter,
  segmentAt,
} from './cue-index'
export { type DisplayRow, displayRows } from './display-rows'
export { exportCsv } from './export/csv'
export { transcriptsFileName } from './export/file-name'
export { exportJson } from './export/json'
export { type Paragraph, paragraphsOf } from './export/paragraphs'
export { exportSrt, exportVtt } from './export/subtitles'
export { exportTxt } from './export/text-file'
export { exportNemoManifest, exportRttm } from './export/training'
export { gapsOf } from './gaps'
export { buildHighlights, highlightToWire } from './highlights'
export type {
  Highlight,
  HighlightTrigger,
  SpeakerName,
  SpeakerText,
  TimedWord,
  TimeRange,
  Transcript,
  Utterance,
  WordTable,
} from './model'
export { compareByStart, orderByStart } from './order'
export {
  parseTranscriptsFile,
  type TranscriptsFile,
  type TranscriptsFileFailure,
} from './parse-transcripts-file'
export { renameSpeaker, replaceUtterance } from './replace-utterance'
export { retimeWords, spreadWords } from './retime-words'
export { createSearch, type SearchMatch, type SearchResult, type TranscriptSearch } from './search'
export { assignSpeakerColours } from './speaker-colours'
export { partText, type SpeakerPart, type SpeakerTurn, speakerParts, speakerTurns } from './speaker-turns'
export {
  listSpeakers,
  type Speaker,
  type SpeakerKind,
  speakerLabel,
  speakersOf,
  unnamedLabel,
} from './speakers'
export { textDirection } from './text-direction'
export { parseTimeParam, timeParam } from './time-param'
export { highlightCues, utteranceCues, wordCues } from './transcript-cues'
export { speakersToWire, utteranceToWire } from './transcript-to-wire'
export { wordAt, wordAtCharacter, wordConfidence, wordsOf, wordText } from './word-at'
export { countWords, highlightsWordCount, transcriptWordCount } from './word-count'
