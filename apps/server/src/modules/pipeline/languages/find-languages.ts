import { asrLocales, DEFAULT_LANGUAGE, languageOf, meetingLanguages } from '@livetap/contract'
import type { StageContext } from '../stage'
import type { Span, VoiceTrack } from '../stage-outputs'
import type { LanguageStretch } from '../text/recognized-segments'
import { type Likely, likeliestChange, likeliestLanguages } from './likeliest-languages'
import { speechBetween, speechWindows } from './speech-windows'

/** Windows of about ten seconds from one look to the next: a minute. */
const STEP = 6
/** Below this a look says too little: what is beside it is heard as well. */
const SURE = 0.7

const offered = new Set([...meetingLanguages, ...asrLocales].map(({ code }) => languageOf(code)))

/**
 * The languages of a recording's speech, each from where it begins. It is heard once a minute, and closely where the
 * language changes in between.
 */
export async function findLanguages(
  context: StageContext,
  tracks: readonly VoiceTrack[],
): Promise<LanguageStretch[]> {
  const found: LanguageStretch[] = []
  for (const track of tracks) found.push(...(await languagesOfTrack(context, track)))
  return found
}

async function languagesOfTrack(
  { files, speech, signal }: StageContext,
  { channel, spans }: VoiceTrack,
): Promise<LanguageStretch[]> {
  const windows = speechWindows(spans)
  if (windows.length === 0) return []
  const file = await files.track(channel)
  const listen = async ([startMs, endMs]: Span) => {
    signal.throwIfAborted()
    return known(await speech.detectLanguages(await file.read(startMs, endMs), { signal }))
  }
  const languages = likeliestLanguages(await listenClosely(windows, listen))
  const found: LanguageStretch[] = []
  for (const [at, language] of languages.entries()) {
    const before = languages[at - 1]
    if (language === before) continue
    const startMs = before ? await changeAt(spans, windows, at, [before, language], listen) : 0
    found.push({ channel, startMs, languageCode: codeOf(language) })
  }
  return found
}

/** To the pause: the windows on both sides of a change may hold some of both languages. */
async function changeAt(
  spans: readonly Span[],
  windows: readonly Span[],
  at: number,
  languages: [before: string, after: string],
  listen: (window: Span) => Promise<Likely>,
): Promise<number> {
  const pieces = speechBetween(spans, windows[at - 1]![0], windows[at]![1])
  const heard: Likely[] = []
  for (const piece of pieces) heard.push(await listen(piece))
  return pieces[likeliestChange(heard, languages)]?.[0] ?? windows[at]![0]
}

/** What the product offers; what the engine takes for a language that it does not goes to none. */
const known = (likely: Likely): Likely =>
  likely && new Map([...likely].filter(([language]) => offered.has(language)))

const codeOf = (language: string) => (language === 'en' ? DEFAULT_LANGUAGE : language)

/** Every sixth window and the last, then those around a change and around a doubtful one. */
export async function listenClosely(
  windows: readonly Span[],
  listen: (window: Span) => Promise<Likely>,
): Promise<Likely[]> {
  const heard: Likely[] = windows.map(() => undefined)
  const hear = async (at: number) => {
    if (windows[at]) heard[at] ??= await listen(windows[at])
  }
  const looks = [...windows.keys()].filter(at => at % STEP === 0 || at === windows.length - 1)
  for (const at of looks) await hear(at)
  for (const at of looks) {
    if ((top(heard[at])?.[1] ?? 1) >= SURE) continue
    await hear(at - 1)
    await hear(at + 1)
  }
  for (const [index, at] of looks.entries()) {
    const next = looks[index + 1]
    if (next === undefined || top(heard[at])?.[0] === top(heard[next])?.[0]) continue
    for (let between = at + 1; between < next; between++) await hear(between)
  }
  return heard
}

function top(likely: Likely): [string, number] | undefined {
  return [...(likely ?? [])].sort((a, b) => b[1] - a[1])[0]
}
