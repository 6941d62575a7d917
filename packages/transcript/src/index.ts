export { clockText, csisText, minuteClockText, shortClockText, timeText } from './cues/clock'
export { type CueCursor, createCueCursor } from './cues/cue-cursor'
export {
  buildCueIndex,
  type CueIndex,
  segmentAt,
} from './cues/cue-index'
export { type DisplayRow, displayRows } from './cues/display-rows'
export { highlightedLines } from './cues/highlighted-lines'
export { otherLanguage, spokenLanguages } from './cues/languages'
export { placesInOrder } from './cues/places-in-order'
export { createSearch, type SearchResult } from './cues/search'
export { assignSpeakerColours } from './cues/speaker-colours'
export { speakerParts } from './cues/speaker-turns'
export {
  listSpeakers,
  type Speaker,
  speakerLabel,
  speakersOf,
} from './cues/speakers'
export { nextTurn, type TalkTime, talkTimes } from './cues/talk-times'
export { textDirection } from './cues/text-direction'
export { parseTimeParam, timeParam } from './cues/time-param'
export { highlightCues, utteranceCues, wordCues } from './cues/transcript-cues'
export { wordAtCharacter } from './cues/word-at'
export { correctedHighlights } from './edit/corrected-highlights'
export { mergeLines } from './edit/merge-lines'
export { replaceMatches } from './edit/replace-matches'
export { renameSpeaker, replaceLines, replaceUtterance } from './edit/replace-utterance'
export { retimeWords } from './edit/retime-words'
export { splitLine } from './edit/split-line'
export { liveTranscriptWithout, touches, withoutRanges } from './edit/without-ranges'
export { countWords, highlightsWordCount, transcriptWordCount } from './edit/word-count'
export { wordDifference } from './edit/word-difference'
export { exportCsv } from './export/csv'
export { audioFileName, fileTitle, transcriptsFileName } from './export/file-name'
export { exportJson } from './export/json'
export { paragraphsOf } from './export/paragraphs'
export { exportSrt, exportVtt } from './export/subtitles'
export { exportTxt } from './export/text-file'
export { exportNemoManifest, exportRttm } from './export/training'
export { utteranceWire, type WireParts } from './export/transcript-to-wire'
export type {
  Highlight,
  OffTheRecordStretch,
  SpeakerText,
  TimedWord,
  TimeRange,
  Transcript,
  Utterance,
} from './model'
export { hasFilter, hasMonth, toggleFilter, toggleMonth } from './query/change-query'
export {
  parseSearchQuery,
  type SearchQuery,
  type SearchTerm,
} from './query/search-query'
export { buildTranscript, createTranscriptBuilder } from './read/build-transcript'
export { buildHighlights, highlightToWire } from './read/highlights'
export { parseTranscriptsFile } from './read/parse-transcripts-file'
