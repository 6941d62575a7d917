import fc from 'fast-check'

const word = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'so',
      'the',
      'budget',
      'Zoë',
      'naïve',
      'שלום',
      'مرحبا',
      '会议',
      '😀',
      'ﬁne',
      '-->',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('<img src=x onerror=alert(1)>', '=1+1', '"quoted"', 'a,b', '', '\u0301'),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
)
const wireWord = fc.record(
  {
    word,
    start_millis: fc.nat(60_000),
    end_millis: fc.nat(60_000),
    confidence: fc.constantFrom(0.1, 0.95, 1),
  },
  { requiredKeys: ['word'] },
)
const alternative = fc
  .tuple(fc.array(wireWord, { maxLength: 8 }), fc.nat(3), fc.string({ maxLength: 20 }))
  .map(([words, kind, other]) => {
    const joined = words.map(item => item.word).join(' ')
    const transcript = [joined, `${joined}.`, '', other][kind]
    return { transcript, words }
  })

/** Utterances as the wire may bring them and worse: anything missing, unordered, overlapping, repeated. */
const arbitraryResult = fc.record(
  {
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    start_millis: fc.constantFrom(0, 1000, 1000.5, 2000, 59_000),
    end_millis: fc.nat(60_000),
    alternatives: fc.array(alternative, { maxLength: 2 }),
    csis: fc.array(fc.nat(5), { maxLength: 2 }),
    speaker_segments: fc.array(
      fc.record({ speaker_id: fc.oneof(fc.nat(3), fc.constantFrom('A', 'B')), transcript: fc.string() }),
      { maxLength: 3 },
    ),
    transcript_type: fc.constantFrom('final', 'enhanced'),
    language_code: fc.constantFrom('en-US', 'he-IL'),
    version: fc.nat(4),
    edited: fc.boolean(),
    times_estimated: fc.boolean(),
  },
  { requiredKeys: [] },
)

export const arbitraryResults = fc.array(arbitraryResult, { maxLength: 12 })
