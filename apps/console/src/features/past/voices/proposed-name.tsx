import type { PastSession } from '@livetap/session'
import { Button } from '@mantine/core'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'

interface Props {
  session: PastSession
  speakerId: string
  name: string | undefined
  onDismissed: () => void
}

/** A name that the host gave a voice like this one before. It is used by a click, never by itself. */
export function ProposedName({ session, speakerId, name, onDismissed }: Props) {
  const use = useRemoteCall(async () => {
    if (name !== undefined) await session.edits.renameSpeaker(speakerId, name)
  })
  const dismiss = useRemoteCall(async () => {
    await session.calls.dismissProposal(speakerId)
    onDismissed()
  })
  if (name === undefined) return null
  const problem = use.error ?? dismiss.error
  return (
    <>
      <span data-testid="proposed-name">{problem ? problem.message : `Sounds like ${name}`}</span>
      <Button size="compact-xs" variant="light" loading={use.loading} onClick={() => void use.run()}>
        Use name
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        loading={dismiss.loading}
        onClick={() => void dismiss.run()}
      >
        Dismiss
      </Button>
    </>
  )
}
