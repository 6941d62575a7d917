import { isActivatable, isCompletable, type ManuscriptProject, texts } from '@livetap/contract'
import type { ProjectActions } from '@livetap/session'
import { Menu } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconPlayerPlay, IconTrash, IconX } from '@tabler/icons-react'

interface Props {
  project: ManuscriptProject
  actions: ProjectActions
  onDeleted?: () => void
}

/** The actions that a project's status offers, as items of a menu. */
export function ProjectMenuItems({ project, actions, onDeleted }: Props) {
  const { status } = project
  if (status === 'deleted')
    return (
      <Menu.Item
        leftSection={<IconArrowBackUp size={14} />}
        onClick={() => void actions.setStatus(project, 'pending')}
      >
        Restore
      </Menu.Item>
    )
  return (
    <>
      {isActivatable(status) && (
        <Menu.Item
          leftSection={<IconPlayerPlay size={14} />}
          onClick={() => void actions.setStatus(project, 'ready')}
        >
          {texts.manuscripts.activate}
        </Menu.Item>
      )}
      {isCompletable(status) && (
        <Menu.Item
          leftSection={<IconCheck size={14} />}
          onClick={() => void actions.setStatus(project, 'completed')}
        >
          {texts.manuscripts.markCompleted}
        </Menu.Item>
      )}
      {status !== 'closed' && (
        <Menu.Item
          leftSection={<IconX size={14} />}
          onClick={() => void actions.setStatus(project, 'closed')}
        >
          {texts.manuscripts.closeProject}
        </Menu.Item>
      )}
      <Menu.Item
        color="red"
        leftSection={<IconTrash size={14} />}
        onClick={async () => {
          if (await actions.remove(project)) onDeleted?.()
        }}
      >
        {texts.manuscripts.delete}
      </Menu.Item>
    </>
  )
}
