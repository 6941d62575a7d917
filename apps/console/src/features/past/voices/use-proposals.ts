import type { PastSession } from '@livetap/session'
import type { Speaker } from '@livetap/transcript'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { useSignedInEmails } from '../../../shared/session/session-context'
import { useStore } from '../../../shared/use-store'

/** Names that are proposed for voices of the meeting; only its host is asked for them. */
export function useProposals(session: PastSession | undefined) {
  const emails = useSignedInEmails()
  const host = useStore(session, state => state?.detail?.host)
  const isReady = useStore(session, state => state?.phase === 'open')
  const isAsked = isReady && host !== undefined && emails.includes(host)
  const { data, reload } = useRemoteLoad(
    async signal => (isAsked ? await session?.calls.proposals(signal) : undefined),
    [isAsked, session],
  )
  const nameOf = ({ kind, id }: Speaker) =>
    kind === 'speaker' ? data?.find(({ speaker_id }) => speaker_id === id)?.name : undefined
  return { nameOf, reload }
}
