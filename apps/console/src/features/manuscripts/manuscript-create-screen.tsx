import { manuscriptsPath, type NewManuscript, texts } from '@livetap/contract'
import { createProject } from '@livetap/contract/calls/manuscripts'
import {
  ApiError,
  newProjectValues,
  type ProjectFormValues,
  projectValues,
  readProject,
} from '@livetap/session'
import { Button } from '@mantine/core'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ScreenPage } from '../../shared/frame/screen-page'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useListCache } from '../../shared/remote/list-queries'
import { useRemoteCall } from '../../shared/remote/use-remote-call'
import { useRemoteLoad } from '../../shared/remote/use-remote-load'
import { useApi } from '../../shared/session/session-context'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { MatchingCount } from './form/matching-shards'
import { ProjectForm } from './form/project-form'
import classes from './manuscripts.module.css'
import { MANUSCRIPTS } from './use-project-actions'

/** A new project, empty or as a clone of another (`?from=`). */
export function ManuscriptCreateScreen() {
  useScreenTitle('New manuscript project')
  const api = useApi()
  const exit = useExit()
  const [search] = useSearchParams()
  const from = search.get('from')
  const { data, error, reload } = useRemoteLoad<ProjectFormValues>(
    async signal => {
      if (!from) return newProjectValues
      const values = projectValues(await readProject(api, from, signal))
      return { ...values, name: `Copy of ${values.name}`.slice(0, 200) }
    },
    [from],
  )
  return (
    <ScreenPage
      title="New manuscript project"
      controls={
        <>
          <Button size="xs" variant="default" component={Link} to={manuscriptsPath()}>
            Manuscripts
          </Button>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      <div className={classes.scroll}>
        {error ? (
          <ErrorState
            title="The project to clone could not be read"
            error={error}
            hint="It may have been removed. Create a new project instead."
            onRetry={reload}
          />
        ) : data ? (
          <NewProject initial={data} />
        ) : (
          <LoadingMessage message={texts.manuscripts.fetching} />
        )}
      </div>
    </ScreenPage>
  )
}

function NewProject({ initial }: { initial: ProjectFormValues }) {
  const api = useApi()
  const toasts = useToasts()
  const navigate = useNavigate()
  const cache = useListCache(MANUSCRIPTS)
  const { run, loading } = useRemoteCall((signal, body: NewManuscript) =>
    api.call(createProject, { body }, { signal }),
  )
  const submit = async (body: NewManuscript) => {
    const outcome = await run(body)
    if (outcome.phase === 'success') {
      // The list is asked for anew: the project belongs where its name puts it.
      cache.clear()
      toasts.success(texts.manuscripts.created)
      void navigate(manuscriptsPath())
    } else if (outcome.phase === 'failure') {
      const trackingId = outcome.error instanceof ApiError ? outcome.error.trackingId : undefined
      toasts.error(`${texts.manuscripts.notCreated} ${outcome.error.message}`, { trackingId })
    }
  }
  return (
    <ProjectForm
      initial={initial}
      submitLabel="Create project"
      isSubmitting={loading}
      onSubmit={body => void submit(body)}
      outcome={values => <MatchingCount values={values} />}
    />
  )
}
