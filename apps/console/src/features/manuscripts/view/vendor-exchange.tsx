import type { ManuscriptProject } from '@livetap/contract'
import { counted } from '@livetap/contract'
import { projectPackage, returnProject } from '@livetap/contract/calls/manuscripts'
import { Button, FileButton, Group } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useListCache } from '../../../shared/remote/list-queries'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useApi } from '../../../shared/session/session-context'
import { Refusal } from '../../../shared/ui/feedback/refusal'
import { useToasts } from '../../../shared/ui/feedback/toasts'
import classes from '../manuscripts.module.css'
import { MANUSCRIPTS } from '../use-project-actions'

/** As long as an upload of the largest zip may take. */
const RETURN_MS = 600_000
const acceptsReturns = new Set<ManuscriptProject['status']>(['ready', 'processing', 'completed'])

/** What goes to the vendor, and what comes back. */
export function VendorExchange({ project: { id, status } }: { project: ManuscriptProject }) {
  const api = useApi()
  const toasts = useToasts()
  const cache = useListCache(MANUSCRIPTS)
  const fetchPackage = useRemoteCall(signal => api.call(projectPackage, { params: { id } }, { signal }))
  const download = async () => {
    const outcome = await fetchPackage.run()
    if (outcome.phase === 'success') window.location.assign(outcome.data.url)
  }
  const returnFile = useRemoteCall((signal, file: File) => {
    const body = new FormData()
    body.set('file', file, file.name)
    return api.call(returnProject, { params: { id }, body }, { signal, timeoutMs: RETURN_MS })
  })
  const importReturn = async (file: File | null) => {
    if (!file) return
    const outcome = await returnFile.run(file)
    if (outcome.phase !== 'success') return
    const { received, unmatched_total: unmatched } = outcome.data
    toasts.success(`${counted(received, 'transcript was', 'transcripts were')} taken in.`)
    if (unmatched > 0)
      toasts.warning(`${counted(unmatched, 'file does', 'files do')} not match: see the list.`)
    cache.refresh()
  }
  return (
    <>
      <h2 className={classes.part}>Vendor</h2>
      <Group gap={8}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
          loading={fetchPackage.loading}
          onClick={() => void download()}
        >
          Download what is to be sent
        </Button>
        <FileButton accept=".zip,application/zip" onChange={file => void importReturn(file)}>
          {props => (
            <Button
              {...props}
              size="xs"
              variant="default"
              leftSection={<IconUpload size={14} />}
              disabled={!acceptsReturns.has(status)}
              loading={returnFile.loading}
            >
              Take in a return (zip)
            </Button>
          )}
        </FileButton>
      </Group>
      <Refusal text={fetchPackage.error && `There is nothing to download. ${fetchPackage.error.message}`} />
      <Refusal text={returnFile.error && `The return was not taken in. ${returnFile.error.message}`} />
      <p className={classes.quiet}>
        A return holds a transcript per shard: its id as the name, .txt with the text or .json with a field
        transcript.
      </p>
    </>
  )
}
