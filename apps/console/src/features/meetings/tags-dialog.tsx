import { MAX_TAG_LENGTH, MAX_TAGS } from '@livetap/contract'
import { setTags, suggestTags } from '@livetap/contract/calls/library'
import { Button, Group, Modal, TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useSuggestions } from '../../shared/remote/list-queries'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'
import type { LibraryRow } from './library-columns'

interface Props {
  row: LibraryRow
  onClose: () => void
  onDone: () => void
}

const TYPING_MS = 200

/** The tags of one meeting: typed, or chosen from those that others have. */
export function TagsDialog({ row, onClose, onDone }: Props) {
  const api = useApi()
  const [tags, setTagsHere] = useState<string[]>([...row.tags])
  const [typed, setTyped] = useState('')
  const [find] = useDebouncedValue(typed.trim(), TYPING_MS)
  const suggested = useSuggestions(['tags', find], async signal => {
    const answer = await api.call(suggestTags, { query: { find } }, { signal })
    return answer.tags.map(({ tag }) => tag)
  })
  const save = useRemoteCall(signal =>
    api.call(setTags, { params: { id: row.meetingId }, body: { tags } }, { signal }),
  )
  const run = async () => {
    if ((await save.run()).phase === 'success') onDone()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Tags of ${row.title || row.meetingId}`}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <TagsInput
        label="Tags"
        description="Enter or a comma ends a tag; Backspace removes the last one."
        data-autofocus
        data={suggested.data ?? []}
        value={tags}
        onChange={given => setTagsHere([...new Set(given.map(tidied).filter(Boolean))])}
        searchValue={typed}
        onSearchChange={setTyped}
        splitChars={[',']}
        maxTags={MAX_TAGS}
        maxLength={MAX_TAG_LENGTH}
        maxDropdownHeight={200}
        error={save.error?.message}
      />
      <Group justify="flex-end" mt="lg">
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" loading={save.loading} onClick={() => void run()}>
          Save
        </Button>
      </Group>
    </Modal>
  )
}

/** As the server keeps them. */
const tidied = (tag: string) =>
  tag.replaceAll(/[",]/g, ' ').trim().toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ')
