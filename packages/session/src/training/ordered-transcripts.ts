import type { ShardOrder, ShardTranscript } from '@livetap/contract'

/** The utterances of one meeting, which has them all, in an order; without one by their start, as they came. */
export function orderedTranscripts(
  transcripts: readonly ShardTranscript[],
  order: ShardOrder | '',
): readonly ShardTranscript[] {
  if (order === '' || order === 'meeting') return transcripts
  const key = order === 'shortest' ? lengthMs : uncertainLast
  return transcripts.toSorted((a, b) => key(a) - key(b))
}

/** An upstream says nothing of how sure its recogniser was. */
export const haveConfidence = (transcripts: readonly ShardTranscript[]): boolean =>
  transcripts.some(one => confidenceOf(one) !== undefined)

const lengthMs = ({ speech_result: said }: ShardTranscript) => said.end_millis - said.start_millis
const confidenceOf = ({ speech_result: said }: ShardTranscript) => said.alternatives[0]?.confidence
/** What is not known comes last. */
const uncertainLast = (one: ShardTranscript) => confidenceOf(one) ?? 2
