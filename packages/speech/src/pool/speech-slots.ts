import { SpeechError } from '../speech-error'

/** Whose sound a live stream is. */
export interface StreamOwner {
  userId: string
  /** Sound of a live meeting; else of a recognition that a user opened alone. */
  inMeeting: boolean
  /** Streams of the user that are open on other machines. */
  openElsewhere?: number
}

/** The right of one stream to be recognised, held only while there is speech in it. */
export interface SpeechSlot {
  /** Resolves once the slot is held; rejects with `capacity` where none gets free in time. */
  acquire(): Promise<void>
  /** So much speech has come. */
  spoke(ms: number): void
  /** The stream is over. */
  release(): void
}

export interface SpeechSlotsOptions {
  /** Streams with speech that the machine keeps up with at present. */
  capacity: () => number
  /** A slot without speech for so long goes to another stream that asks. */
  leaseMs?: number
  /** How long a stream waits for a slot before it is refused. */
  waitMs?: number
  now?: () => number
}

/** So much of the lease comes back with each millisecond of speech: a trickle below a tenth of real time holds nothing. */
const LEASE_PER_SPEECH = 10
/** Open streams, with speech or without: each costs voice activity. Of one user at most a quarter of them. */
const OPEN_PER_SLOT = 16
const OPEN_PER_SLOT_OF_USER = OPEN_PER_SLOT / 4
/** Of the slots, what live meetings take back from other streams whenever they need it. */
const MEETING_SHARE = 0.5
const LOOK_MS = 250

interface Waiter {
  resolve: () => void
  reject: (error: SpeechError) => void
  timer: NodeJS.Timeout
  askedAt: number
}

interface OpenStream {
  userId: string
  inMeeting: boolean
  hasSlot: boolean
  leaseUntil: number
  waiter: Waiter | undefined
}

let anonymous = 0

/**
 * Who of the open live streams is recognised: those with speech. Free slots are for any of them; when there are none,
 * a stream without speech gives its slot up first, then another kind of stream for a meeting below its share, then the
 * user who holds the most. Who loses a slot ends the sentence that was begun, and asks again for the next.
 */
export class SpeechSlots {
  refused = 0
  readonly #options: SpeechSlotsOptions
  readonly #streams = new Set<OpenStream>()
  #looking: NodeJS.Timeout | undefined
  readonly #leaseMs: number
  readonly #waitMs: number
  readonly #now: () => number

  constructor(options: SpeechSlotsOptions) {
    this.#options = options
    this.#leaseMs = options.leaseMs ?? 5_000
    this.#waitMs = options.waitMs ?? 10_000
    this.#now = options.now ?? (() => performance.now())
  }

  /** Streams that are open, with a slot or without. */
  get open(): number {
    return this.#streams.size
  }

  get inUse(): number {
    return this.#holders().length
  }

  /** A stream of no owner is one of its own, with the rights of a meeting's. */
  admit(owner?: StreamOwner): SpeechSlot {
    const {
      userId,
      inMeeting,
      openElsewhere = 0,
    } = owner ?? { userId: `stream ${++anonymous}`, inMeeting: true }
    const capacity = this.#options.capacity()
    const own = [...this.#streams].filter(stream => stream.userId === userId).length
    if (own + openElsewhere >= capacity * OPEN_PER_SLOT_OF_USER)
      throw this.#refusal('user_limit', `A user may have ${capacity * OPEN_PER_SLOT_OF_USER} open streams`)
    if (this.#streams.size >= capacity * OPEN_PER_SLOT)
      throw this.#refusal('capacity', `The engine is at its capacity of ${capacity * OPEN_PER_SLOT} streams`)
    const stream: OpenStream = { userId, inMeeting, hasSlot: false, leaseUntil: 0, waiter: undefined }
    this.#streams.add(stream)
    return {
      acquire: () => this.#acquire(stream),
      spoke: ms => this.#spoke(stream, ms),
      release: () => this.#release(stream),
    }
  }

  close(): void {
    for (const stream of this.#streams) {
      const { waiter } = stream
      stream.waiter = undefined
      clearTimeout(waiter?.timer)
      waiter?.reject(new SpeechError('closed', 'The recognition is closed'))
    }
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  async #acquire(stream: OpenStream): Promise<void> {
    if (stream.hasSlot || !this.#streams.has(stream) || this.#grant(stream)) return
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        stream.waiter = undefined
        const capacity = this.#options.capacity()
        reject(this.#refusal('capacity', `Others speak in all ${capacity} places of the engine`))
      }, this.#waitMs)
      stream.waiter = { resolve, reject, timer, askedAt: this.#now() }
      this.#looking ??= setInterval(() => this.#serve(), LOOK_MS)
    })
  }

  #spoke(stream: OpenStream, ms: number): void {
    const now = this.#now()
    const leaseUntil = Math.max(stream.leaseUntil, now) + ms * LEASE_PER_SPEECH
    stream.leaseUntil = Math.min(now + this.#leaseMs, leaseUntil)
  }

  #release(stream: OpenStream): void {
    if (!this.#streams.delete(stream)) return
    stream.hasSlot = false
    this.#answer(stream)
    this.#serve()
  }

  /** Those who wait, in the order in which they deserve a slot. */
  #serve(): void {
    const waiting = [...this.#streams].filter(({ waiter }) => waiter)
    const rank = (stream: OpenStream) =>
      this.#isOwedToMeeting(stream) ? 0 : 1 + this.#slotsOf(stream.userId)
    waiting.sort((a, b) => rank(a) - rank(b) || a.waiter!.askedAt - b.waiter!.askedAt)
    for (const stream of waiting) if (this.#grant(stream)) this.#answer(stream)
    if ([...this.#streams].some(({ waiter }) => waiter)) return
    clearInterval(this.#looking)
    this.#looking = undefined
  }

  #answer(stream: OpenStream): void {
    const { waiter } = stream
    stream.waiter = undefined
    clearTimeout(waiter?.timer)
    waiter?.resolve()
  }

  #grant(stream: OpenStream): boolean {
    if (this.inUse >= this.#options.capacity()) {
      const loser = this.#loserTo(stream)
      if (!loser) return false
      loser.hasSlot = false
    }
    stream.hasSlot = true
    stream.leaseUntil = this.#now() + this.#leaseMs
    return true
  }

  #loserTo(stream: OpenStream): OpenStream | undefined {
    const holders = this.#holders()
    const silent = holders.filter(({ leaseUntil }) => leaseUntil <= this.#now())
    if (silent.length) return this.#leastActive(silent)
    if (this.#isOwedToMeeting(stream)) return this.#leastActive(holders.filter(({ inMeeting }) => !inMeeting))
    const own = this.#slotsOf(stream.userId)
    // What meetings are owed is not taken from them again.
    const mayLose = (holder: OpenStream) =>
      this.#slotsOf(holder.userId) > own + 1 &&
      (stream.inMeeting || !holder.inMeeting || this.#inUseByMeetings() > this.#meetingShare)
    return this.#leastActive(holders.filter(mayLose))
  }

  /** Of the user with the most slots the stream whose speech is furthest back; a meeting's last. */
  #leastActive(streams: readonly OpenStream[]): OpenStream | undefined {
    return [...streams].sort(
      (a, b) =>
        this.#slotsOf(b.userId) - this.#slotsOf(a.userId) ||
        Number(a.inMeeting) - Number(b.inMeeting) ||
        a.leaseUntil - b.leaseUntil,
    )[0]
  }

  #isOwedToMeeting(stream: OpenStream): boolean {
    return stream.inMeeting && this.#inUseByMeetings() < this.#meetingShare
  }

  get #meetingShare(): number {
    return Math.floor(this.#options.capacity() * MEETING_SHARE)
  }

  #inUseByMeetings(): number {
    return this.#holders().filter(({ inMeeting }) => inMeeting).length
  }

  #slotsOf(userId: string): number {
    return this.#holders().filter(holder => holder.userId === userId).length
  }

  #holders(): OpenStream[] {
    return [...this.#streams].filter(({ hasSlot }) => hasSlot)
  }

  #refusal(reason: 'capacity' | 'user_limit', message: string): SpeechError {
    this.refused += 1
    return new SpeechError(reason, message)
  }
}
