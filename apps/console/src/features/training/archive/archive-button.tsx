import { texts } from '@livetap/contract'
import type { ArchiveRequests } from '@livetap/session'
import { Button, Drawer } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from '../../../shared/use-store'
import { ArchiveForm } from './archive-form'
import { ArchiveList } from './archive-list'
import { percentOf } from './archive-values'
import { useArchive } from './use-archive'

/** Opens the form that packs shards into an archive; while one is packed it shows how far it is. */
export function ArchiveButton({ region }: { region: string }) {
  const requests = useArchive(region)
  return requests ? <Archive requests={requests} region={region} /> : null
}

function Archive({ requests, region }: { requests: ArchiveRequests; region: string }) {
  const { isBusy, current } = useStore(requests)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setOpen(true)
    void requests.load()
  }
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconFileZip size={14} />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {isBusy ? `Archive ${percentOf(current)} %` : 'Archive'}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={texts.train.downloading}
        position="right"
        size="min(560px, 100%)"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <ArchiveForm requests={requests} region={region} />
        <ArchiveList requests={requests} />
      </Drawer>
    </>
  )
}
