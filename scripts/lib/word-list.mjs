/**
 * Words that names, comments, texts and documents do not use, and what they say instead (docs/GLOSSARY.md). `in` limits an
 * entry to names or to texts, `under` to a folder.
 */
export const words = [
  { word: 'nobody', use: 'no one, or who is meant: no user, no client, no speaker' },
  { word: 'somebody', use: 'who is meant: a user, a client, a speaker' },
  { word: 'anybody', use: 'anyone, or who is meant' },
  { word: 'everybody', use: 'everyone, or who is meant' },
  { word: 'whoever', use: 'who is meant: the user who, the worker that' },
  { word: 'whomever', use: 'who is meant' },
  { word: 'whatever', use: 'regardless of, or any' },
  { word: 'whichever', use: 'regardless of which, or any' },
  { word: 'told apart', use: 'diarized (voices), distinguished (anything else)' },
  { word: 'telling apart', use: 'diarization' },
  { word: 'that is none', use: 'invalid, or of another kind' },
  { word: 'in a hurry', use: 'by the small model, of low quality' },
  { word: 'obey', use: 'handle, execute' },
  { word: 'obeyed', use: 'handled, executed' },
  { word: 'insist', use: 'with retry', in: 'names' },
  { word: 'told', use: 'message, notified, sent', in: 'names' },
  { word: 'tell', use: 'notify, announce, report', in: 'names' },
  { word: 'seat', use: 'slot', in: 'names' },
  { word: 'deaf', use: 'the state that is meant: retry at, paused', in: 'names' },
  { word: 'hearing', use: 'recognition session', in: 'names' },
  { word: 'unheard', use: 'pending ranges', in: 'names' },
  { word: 'untold', use: 'unattributed', in: 'names' },
  { word: 'hurried', use: 'low quality', in: 'names' },
  { word: 'hurry', use: 'low quality', in: 'names' },
  { word: 'posture', use: 'status', in: 'names' },
  { word: 'shower', use: 'renderer', in: 'names' },
  { word: 'desk', use: 'registry', in: 'names' },
  { word: 'spent', use: 'used', in: 'names' },
  { word: 'last words', use: 'drain', in: 'names' },
  { word: 'give up', use: 'discard, abort, on timeout', in: 'names' },
  { word: 'give all', use: 'flush', in: 'names' },
  { word: 'give back', use: 'return', in: 'names' },
  { word: 'come back', use: 'cancel, resume', in: 'names' },
  { word: 'take back', use: 'undo, withdraw', in: 'names' },
  { word: 'take in', use: 'import', in: 'names' },
  { word: 'bring in', use: 'import', in: 'names' },
  { word: 'let go', use: 'release', in: 'names' },
  { word: 'keeper', use: 'store', in: 'names' },
  ...[
    'packages/session/src/training/',
    'apps/console/src/features/training/',
    'apps/server/src/modules/trainable/archives/',
  ].map(under => ({ word: 'utterance', use: 'shard', in: 'names', under })),
]

/** Where a word stays, and why. */
export const exceptions = [
  { file: /^CHANGELOG\.md$/, why: 'says what a release said' },
  { file: /^docs\/SPEC\.md$/, why: 'texts of the documents' },
  { file: /\/migrations\//, why: 'a released migration is never edited' },
  { file: /^scripts\/lib\/(word-list|find-words)/, why: 'the list itself' },
  { file: /^bench\/lib\/conversation\/sentences\.ts$/, why: 'sentences that are spoken' },
  {
    file: /live-room\/(live-tables|streams\/(live-streams\.store|stored-stream))\.ts$/,
    words: ['unheard', 'untold', 'hurried'],
    why: 'columns of the database and stored JSON',
  },
  {
    file: /(mixing\/keep-voices|pipeline\/stage-outputs|after-call\/after-call-stages(\.test)?)\.ts$/,
    words: ['hurried'],
    why: 'stored output of a stage',
  },
]
