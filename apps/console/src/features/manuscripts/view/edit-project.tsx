import type { ManuscriptProject, NewManuscript } from '@livetap/contract'
import { texts } from '@livetap/contract'
import { editProject } from '@livetap/contract/calls/manuscripts'
import { ApiError, projectValues } from '@livetap/session'
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useApi } from '../../../shared/session/session-context'
import { useToasts } from '../../../shared/ui/feedback/toasts'
import { ProjectForm } from '../form/project-form'

interface Props {
  project: ManuscriptProject
  onClose: () => void
  onSaved: () => void
}

/** What a project asks for, changed on the version that was open. */
export function EditProject({ project, onClose, onSaved }: Props) {
  const api = useApi()
  const toasts = useToasts()
  // What was opened stays the base, regardless of what the page behind learns meanwhile.
  const [{ id, version, initial }] = useState(() => ({ ...project, initial: projectValues(project) }))
  const { run, loading } = useRemoteCall((signal, body: NewManuscript) =>
    api.call(editProject, { params: { id }, body: { ...body, version } }, { signal }),
  )
  const submit = async (body: NewManuscript) => {
    const outcome = await run(body)
    if (outcome.phase === 'success') {
      toasts.success(texts.manuscripts.updatedOne)
      onSaved()
    } else if (outcome.phase === 'failure') {
      const trackingId = outcome.error instanceof ApiError ? outcome.error.trackingId : undefined
      toasts.error(`${texts.manuscripts.notUpdatedOne} ${outcome.error.message}`, { trackingId })
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title="Edit the project"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ProjectForm
        initial={initial}
        submitLabel="Save"
        isSubmitting={loading}
        onSubmit={body => void submit(body)}
        extra={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      />
    </Modal>
  )
}
