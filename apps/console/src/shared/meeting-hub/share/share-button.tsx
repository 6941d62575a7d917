import type { MeetingHub } from '@livetap/session'
import { Button } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useIsEmbedded } from '../../session/session-context'
import { useMayIn } from '../use-may-here'
import classes from './share.module.css'

const ShareDialog = lazy(async () => ({ default: (await import('./share-dialog')).ShareDialog }))

/** For those who may share the open meeting. */
export function ShareButton({ hub }: { hub: MeetingHub }) {
  const mayShare = useMayIn(hub)('meeting.share')
  const isOurs = useIsEmbedded('partner')
  const [isOpen, setOpen] = useState(false)
  if (!mayShare || !isOurs) return null
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        className={classes.button}
        leftSection={<IconUserShare size={14} />}
        onClick={() => setOpen(true)}
      >
        Sharing
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog hub={hub} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
