import { routes, type SavedView } from '@livetap/contract'
import { changeView, createView, deleteView, listViews } from '@livetap/contract/calls/library'
import { Button, Group, Menu, Modal, TextInput } from '@mantine/core'
import { IconBookmark, IconBookmarkPlus, IconPencil, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { useListQuery } from '../../shared/remote/list-queries'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useApi } from '../../shared/session/session-context'

/** The views that one keeps, and what can be done with the one that is shown. `view` is what a view of now would keep. */
export function SavedViews({ view }: { view: string }) {
  const api = useApi()
  const { data: views = [], refetch } = useListQuery(
    ['library-views'],
    async signal => (await api.call(listViews, {}, { signal })).views,
  )
  const [naming, setNaming] = useState<SavedView | 'new'>()
  const current = views.find(({ query }) => query === view)
  const remove = useRemoteCall((signal, id: string) => api.send(deleteView, { params: { id } }, { signal }))
  const removeCurrent = async (id: string) => {
    if ((await remove.run(id)).phase === 'success') await refetch()
  }
  return (
    <>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconBookmark size={14} />}>
            {current ? current.name : 'Views'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{views.length === 0 ? 'No view is saved yet' : 'Saved views'}</Menu.Label>
          {views.map(({ id, name, query }) => (
            <Menu.Item key={id} component={Link} to={query ? `${routes.library}?${query}` : routes.library}>
              {name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconBookmarkPlus size={14} />} onClick={() => setNaming('new')}>
            Save this view
          </Menu.Item>
          {current && (
            <>
              <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setNaming(current)}>
                Rename {current.name}
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={14} />}
                onClick={() => void removeCurrent(current.id)}
              >
                Delete {current.name}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <NameDialog
          named={naming === 'new' ? undefined : naming}
          view={view}
          onClose={() => setNaming(undefined)}
          onDone={() => {
            setNaming(undefined)
            void refetch()
          }}
        />
      )}
    </>
  )
}

interface NameProps {
  /** The view that gets another name; undefined: a new one. */
  named: SavedView | undefined
  view: string
  onClose: () => void
  onDone: () => void
}

const MAX_NAME = 80

function NameDialog({ named, view, onClose, onDone }: NameProps) {
  const api = useApi()
  const [name, setName] = useState(named?.name ?? '')
  const save = useRemoteCall(signal =>
    named
      ? api.call(changeView, { params: { id: named.id }, body: { name } }, { signal })
      : api.call(createView, { body: { name, query: view } }, { signal }),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if ((await save.run()).phase === 'success') onDone()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={named ? 'Rename the view' : 'Save this view'}
      size="sm"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={event => void submit(event)}>
        <TextInput
          label="Name"
          description={named ? undefined : 'Keeps the filters and the order of the list.'}
          data-autofocus
          maxLength={MAX_NAME}
          value={name}
          error={save.error?.message}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button size="xs" type="submit" loading={save.loading} disabled={name.trim() === ''}>
            {named ? 'Rename' : 'Save'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
