import { isToy } from '../report'

interface MeetingLength {
  hours: number
  utterances: number
}

const lengths: readonly MeetingLength[] = isToy
  ? [{ hours: 1, utterances: 300 }]
  : [
      { hours: 1, utterances: 900 },
      { hours: 4, utterances: 3600 },
      { hours: 10, utterances: 10_000 },
    ]

function given(name: string): string | undefined {
  const prefix = `--${name}=`
  return process.argv.find(arg => arg.startsWith(prefix))?.slice(prefix.length)
}

const hours = given('hours')?.split(',').map(Number)
const rounds = given('rounds')

/**
 * What a run measures. `--hours=10 --rounds=2 --no-peer` looks at one length quickly; such a part of a run is
 * printed and not kept as the bench's result.
 */
export const options = {
  lengths: lengths.filter(length => !hours || hours.includes(length.hours)),
  rounds: rounds ? Number(rounds) : isToy ? 1 : 5,
  playRounds: rounds ? Number(rounds) : isToy ? 1 : 3,
  /** Of each round of work while playing, and of the frames. */
  playSeconds: isToy ? 2 : 4,
  frameSeconds: 1,
  frameRounds: isToy ? 1 : 9,
  seeks: isToy ? 3 : 25,
  /** The peer's have no bar, and each takes a second at ten hours. */
  peerSeeks: isToy ? 3 : 9,
  hasPeer: !process.argv.includes('--no-peer'),
  isPart: hours !== undefined || rounds !== undefined || process.argv.includes('--no-peer'),
}
