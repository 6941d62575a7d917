import { RAW_BUFFER_TIMEOUT_MS, submitLabel, texts } from '@livetap/contract'
import { readVendorTags } from '@livetap/contract/calls/vendor-tags'
import { Button, FileInput } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { fileHandover } from '../../shared/file-handover'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { TagsResult } from './tags-result'
import classes from './vendor-tags.module.css'

const FORMS = 'json, xml, txt, csv, TextGrid or trs'

/** The tags of a vendor's zip: the one that the launcher handed over, or one that is chosen here. */
export function VendorTagsScreen() {
  const api = useApi()
  const toasts = useToasts()
  const exit = useExit()
  useScreenTitle('Vendor tags')
  const [file, setFile] = useState<File | null>(() => fileHandover.get('vendor_tags_file') ?? null)
  const { run, data, loading, error, reset } = useRemoteCall(async (signal, zip: File) => {
    const body = new FormData()
    body.set('file', zip, zip.name)
    const answer = await api.call(readVendorTags, { body }, { signal, timeoutMs: RAW_BUFFER_TIMEOUT_MS })
    return { answer, fileName: zip.name }
  })
  const read = async (zip: File | null) => {
    if (!zip) return
    reset()
    const outcome = await run(zip)
    const isFound = outcome.phase === 'success' && outcome.data.answer.tags.length > 0
    if (outcome.phase !== 'fulfil' && !isFound) toasts.warning(texts.vendorTags.notFoundToast)
  }
  // Taken here and not while rendering: a first render may be dropped and done again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the file that was there when the screen opened
  useEffect(() => {
    fileHandover.take('vendor_tags_file')
    void read(file)
  }, [])
  return (
    <ScreenPage
      title="Vendor tags"
      aside={data?.fileName}
      controls={
        <>
          <FileInput
            size="xs"
            className={classes.file}
            aria-label="Vendor Tags File"
            placeholder="Choose a zip"
            accept=".zip,application/zip"
            leftSection={<IconFileZip size={14} />}
            value={file}
            onChange={setFile}
            clearable
            clearButtonProps={{ 'aria-label': 'Remove the file' }}
          />
          <Button size="xs" disabled={!file} loading={loading} onClick={() => void read(file)}>
            {submitLabel('get_vendor_tags')}
          </Button>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      {loading ? (
        <LoadingMessage message={texts.vendorTags.fetching} />
      ) : error ? (
        <ErrorState
          title={texts.vendorTags.notFound}
          error={error}
          hint={`The file was not kept. Choose a zip of transcript files (${FORMS}).`}
          onRetry={() => void read(file)}
        />
      ) : !data ? (
        <EmptyState
          title="No file was read yet"
          hint={`Choose a zip of a vendor's transcript files (${FORMS}), then upload it. A reload forgets the file.`}
        />
      ) : data.answer.tags.length === 0 ? (
        <EmptyState
          title={texts.vendorTags.notFound}
          hint={`${data.answer.files_read ?? 0} transcript files were read and ${data.answer.files_skipped ?? 0} other files left out. Tags are [noise], <unk>, {laugh} or #spk; files are ${FORMS}.`}
        />
      ) : (
        <TagsResult answer={data.answer} fileName={data.fileName} />
      )}
    </ScreenPage>
  )
}
