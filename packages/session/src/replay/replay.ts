import {
  assignSpeakerColours,
  buildCueIndex,
  correctedHighlights,
  type Highlight,
  highlightCues,
  listSpeakers,
  type OffTheRecordStretch,
  type Speaker,
  type Transcript,
  type Utterance,
  utteranceCues,
  wordCues,
} from '@livetap/transcript'
import { toError } from '../api-error'
import type { Scope } from '../scope'
import { Store } from '../store'
import type { Peaks } from './peaks'
import { type Cues, Follower } from './player/follower'
import { LinkedVideo } from './player/linked-video'
import type { MediaElement } from './player/media-element'
import { Player } from './player/player'
import { SilenceSkipper } from './player/silence-skipper'

export interface ReplayData {
  readonly transcript: Transcript | undefined
  /** False while only the first utterances are there. */
  readonly isComplete: boolean
  /** The text of the running meeting, until the final one is made: nothing of it can be changed. */
  readonly isProvisional: boolean
  /** All utterances of the meeting, the ones still to come included. */
  readonly total: number
  readonly highlights: readonly Highlight[]
  /** Of which nothing was kept, in the order of time. */
  readonly offTheRecord: readonly OffTheRecordStretch[]
  readonly durationMs: number
  readonly speakers: readonly Speaker[]
  /** Palette index by speaker key; given ones never change. */
  readonly colours: ReadonlyMap<string, number>
  readonly peaks: Peaks | undefined
}

/** Speakers beyond this share colours. */
export const PALETTE_SIZE = 8

const empty: ReplayData = {
  transcript: undefined,
  isComplete: false,
  isProvisional: false,
  total: 0,
  highlights: [],
  offTheRecord: [],
  durationMs: 0,
  speakers: [],
  colours: new Map(),
  peaks: undefined,
}

const noCues = buildCueIndex([], [])

export type TranscriptCues = Pick<Cues, 'utterances' | 'words'>

export function transcriptCues(transcript: Transcript): TranscriptCues {
  return { utterances: utteranceCues(transcript), words: wordCues(transcript) }
}

/** A recording and what was said in it, replayed together; their loader feeds them in. */
export class Replay extends Store<ReplayData> {
  readonly player: Player
  readonly follower: Follower
  readonly silence: SilenceSkipper
  readonly #scope: Scope
  #meetingMs = 0
  #cues: Cues | undefined
  #storedHighlights: readonly Highlight[] = []
  #video: LinkedVideo | undefined

  constructor(
    owner: Scope,
    createMedia: () => MediaElement,
    private readonly onRefused: (error: Error) => void,
  ) {
    super(empty)
    this.#scope = owner.child()
    this.player = new Player(this.#scope, createMedia)
    this.follower = new Follower(this.#scope, this.player)
    this.silence = new SilenceSkipper(this.player, this.follower)
  }

  /** What plays when, as the follower knows it. */
  get cues(): Cues | undefined {
    return this.#cues
  }

  /** The meeting's own length; the player trusts it rather than the file's header. */
  setMeetingLength(ms: number): void {
    this.#meetingMs = ms
    this.#measure()
  }

  /** `cues` may be made beforehand (`transcriptCues`): a long meeting's take a task of their own. */
  setTranscript(
    transcript: Transcript,
    { isComplete = true, total = transcript.utterances.length, isProvisional = false } = {},
    cues: TranscriptCues = transcriptCues(transcript),
  ): void {
    const speakers = listSpeakers(transcript)
    const colours = assignSpeakerColours(speakers, PALETTE_SIZE, this.getSnapshot().colours)
    this.set({
      transcript,
      isComplete,
      isProvisional,
      total: Math.max(total, transcript.utterances.length),
      speakers,
      colours,
      highlights: correctedHighlights(transcript, this.#storedHighlights),
    })
    this.#measure()
    this.#index(cues)
  }

  /** What is shown until the final text takes its place. */
  setProvisional(transcript: Transcript): void {
    this.setTranscript(transcript, { isComplete: false, isProvisional: true })
  }

  dropProvisional(): void {
    if (!this.getSnapshot().isProvisional) return
    const { transcript, speakers, isProvisional, total, offTheRecord } = empty
    this.set({ transcript, speakers, isProvisional, total, offTheRecord })
    this.#index({ utterances: noCues, words: noCues })
  }

  /** An edit of the transcript that is there: how much of it has been loaded stays as it is. */
  editTranscript(edit: (transcript: Transcript) => Transcript): void {
    const { transcript, isComplete, total } = this.getSnapshot()
    if (transcript) this.setTranscript(edit(transcript), { isComplete, total })
  }

  utterance(id: string): Utterance | undefined {
    return this.getSnapshot().transcript?.utterances.find(utterance => utterance.id === id)
  }

  /** As they were made; what is shown follows the corrections of their words. */
  get storedHighlights(): readonly Highlight[] {
    return this.#storedHighlights
  }

  setHighlights(highlights: readonly Highlight[]): void {
    this.#storedHighlights = highlights
    const { transcript } = this.getSnapshot()
    this.set({ highlights: transcript ? correctedHighlights(transcript, highlights) : highlights })
    this.#index({ highlights: highlightCues(highlights) })
  }

  setOffTheRecord(offTheRecord: readonly OffTheRecordStretch[]): void {
    this.set({ offTheRecord })
  }

  setPeaks(peaks: Peaks): void {
    this.set({ peaks })
    if (this.#meetingMs === 0) this.#measure()
  }

  /** Keeps a muted video in step until another one, or none, takes its place. */
  readonly linkVideo = (video: MediaElement | null): void => {
    this.#video?.dispose()
    this.#video = video ? new LinkedVideo(this.#scope, this.player, video) : undefined
  }

  /** Runs a command of the user; a player that cannot follow it says why. */
  readonly command = (run: (player: Player) => unknown): void => {
    const refused = (error: unknown) => this.onRefused(toError(error))
    try {
      Promise.resolve(run(this.player)).catch(refused)
    } catch (error) {
      refused(error)
    }
  }

  /** How far the picture is ahead of the sound; undefined without a video. */
  get videoDriftMs(): number | undefined {
    return this.#video?.driftMs
  }

  /** Back to the defaults, as the screen's cleanup asks. */
  clear(): void {
    this.linkVideo(null)
    this.player.destroy()
    this.#cues = undefined
    this.#storedHighlights = []
    this.#meetingMs = 0
    this.follower.setCues(undefined)
    this.set(empty)
  }

  dispose(): void {
    this.clear()
    this.#scope.dispose()
  }

  #index(part: Partial<Cues>): void {
    this.#cues = { utterances: noCues, words: noCues, highlights: noCues, ...this.#cues, ...part }
    this.follower.setCues(this.#cues)
  }

  /** A transcript that ends after its recording still has to be reachable. */
  #measure(): void {
    const { transcript, peaks } = this.getSnapshot()
    let lastEnd = 0
    if (this.#meetingMs === 0 && transcript)
      for (const { endMs } of transcript.utterances) lastEnd = Math.max(lastEnd, endMs)
    const ofPeaks = peaks ? (peaks.values.length / 2) * peaks.stepMs : 0
    const durationMs = this.#meetingMs || ofPeaks || lastEnd
    this.set({ durationMs })
    if (this.#meetingMs > 0) this.player.setDuration(this.#meetingMs)
  }
}
