import type { VendorTag, VendorTagsAnswer } from '@livetap/contract'
import { counted, plural } from '@livetap/contract'
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { CsvButton } from '../../shared/data-table/csv-button'
import type { DataColumn } from '../../shared/data-table/data-column'
import { saveFile, textFile } from '../../shared/save-file'
import { Refusal } from '../../shared/ui/feedback/refusal'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { TagsTable } from './tags-table'
import classes from './vendor-tags.module.css'

/** What a page can show without becoming slow; the download has all of it. */
const SHOWN_CHARACTERS = 500_000

const columns: readonly DataColumn<VendorTag>[] = [
  { id: 'tag', header: 'tag', value: ({ tag }) => tag },
  { id: 'count', header: 'count', value: ({ count }) => count },
  { id: 'files', header: 'files', value: ({ files }) => Object.keys(files).length },
  { id: 'example', header: 'example', value: ({ examples }) => examples?.[0]?.text ?? '' },
]

export function TagsResult({ answer, fileName }: { answer: VendorTagsAnswer; fileName: string }) {
  const toasts = useToasts()
  const [filter, setFilter] = useState('')
  const [refusal, setRefusal] = useState('')
  const json = useMemo(() => JSON.stringify(answer, null, 2), [answer])
  const wanted = filter.trim().toLowerCase()
  const shown = answer.tags.filter(({ tag }) => tag.toLowerCase().includes(wanted))
  const base = `vendor-tags__${fileName.replace(/\.zip$/i, '')}`
  const copy = async () => {
    setRefusal('')
    try {
      await navigator.clipboard.writeText(json)
      toasts.success('Copied the tags as JSON')
    } catch {
      setRefusal('The clipboard refused; download the JSON instead')
    }
  }
  return (
    <div className={classes.result}>
      <section className={classes.part} aria-label="Tags">
        <div className={classes.bar}>
          <TextInput
            size="xs"
            aria-label="Filter the tags"
            placeholder="Filter"
            leftSection={<IconSearch size={14} />}
            value={filter}
            onChange={event => setFilter(event.currentTarget.value)}
          />
          <span className={classes.summary} role="status">
            {summary(answer, shown.length)}
          </span>
          <CsvButton fileName={base} columns={columns} rows={shown} />
        </div>
        <TagsTable tags={shown} />
      </section>
      <section className={classes.part} aria-label="JSON">
        <div className={classes.bar}>
          <span className={classes.summary}>
            {json.length > SHOWN_CHARACTERS && 'Only the beginning is shown; the download has all of it.'}
          </span>
          <Refusal text={refusal} />
          <Button size="xs" variant="default" onClick={() => void copy()}>
            Copy JSON
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => saveFile(`${base}.json`, textFile(json, 'application/json'))}
          >
            Download JSON
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
        <pre className={classes.json} data-testid="vendor-tags-json" tabIndex={0}>
          {json.slice(0, SHOWN_CHARACTERS)}
        </pre>
      </section>
    </div>
  )
}

function summary({ tags, files_read, files_skipped }: VendorTagsAnswer, shown: number): string {
  const of = shown === tags.length ? `${shown}` : `${shown} of ${tags.length}`
  const read = files_read === undefined ? '' : ` in ${counted(files_read, 'file')}`
  const left = files_skipped ? `, ${counted(files_skipped, 'other file')} left out` : ''
  return `${of} ${plural(tags.length, 'tag')}${read}${left}`
}
