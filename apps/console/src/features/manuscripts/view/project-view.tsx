import { fillRoute, type ManuscriptProject, manuscriptsPath, routes, texts } from '@livetap/contract'
import { readProject } from '@livetap/session'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { ScreenPage } from '../../../shared/frame/screen-page'
import { useExit } from '../../../shared/frame/use-exit'
import { useScreenTitle } from '../../../shared/frame/use-screen-title'
import { useListCache, useListQuery } from '../../../shared/remote/list-queries'
import { useApi } from '../../../shared/session/session-context'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../../shared/ui/feedback/loading-message'
import classes from '../manuscripts.module.css'
import { ProjectMenuItems } from '../project-menu'
import { MANUSCRIPTS, useProjectActions } from '../use-project-actions'
import { EditProject } from './edit-project'
import { ProjectActivity } from './project-activity'
import { ProjectFacts } from './project-facts'
import { ProjectShards } from './project-shards'
import { VendorExchange } from './vendor-exchange'

const REFRESH_MS = 3_000

/** A project that is filled or waits for its vendor changes by itself. */
const refreshMsOf = (project: ManuscriptProject | undefined): number | false =>
  (project?.status === 'ready' || project?.status === 'processing') && REFRESH_MS

/** Shards, activity, the exchange with the vendor and edits are ours, like the version: another service has none of them. */
const knowsVersions = ({ version }: ManuscriptProject) => version !== undefined

/** One labelling project: what it asks for, how far it is, and what can be done with it. */
export function ProjectView() {
  const { manuscript_id: id = '' } = useParams()
  const api = useApi()
  const exit = useExit()
  const { data, error, refetch } = useListQuery(
    [MANUSCRIPTS, 'project', id],
    signal => readProject(api, id, signal),
    refreshMsOf,
  )
  const refreshMs = refreshMsOf(data)
  const cache = useListCache(MANUSCRIPTS)
  const status = data?.status
  const lastStatus = useRef(status)
  // When it stops to change by itself, all parts are read once more.
  useEffect(() => {
    if (lastStatus.current && lastStatus.current !== status) cache.refresh()
    lastStatus.current = status
  }, [status, cache])
  useScreenTitle(data?.name ?? 'Manuscript project', { id, idLabel: 'project id' })
  return (
    <ScreenPage
      title={data?.name ?? 'Manuscript project'}
      controls={
        <>
          {data && <Actions project={data} />}
          <Button size="xs" variant="default" component={Link} to={manuscriptsPath()}>
            Manuscripts
          </Button>
          <Button size="xs" variant="default" onClick={() => exit()}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      {error && !data ? (
        <ErrorState
          title={texts.manuscripts.notFoundToast}
          error={error}
          hint="Check the id in the address, or look for the project in the list."
          onRetry={() => void refetch()}
        />
      ) : data ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
        <section className={classes.scroll} tabIndex={0} aria-label="Project">
          <ProjectFacts project={data} />
          {knowsVersions(data) && (
            <>
              <VendorExchange project={data} />
              <ProjectActivity id={id} refreshMs={refreshMs} />
              <ProjectShards id={id} refreshMs={refreshMs} />
            </>
          )}
        </section>
      ) : (
        <LoadingMessage message={texts.manuscripts.fetching} />
      )}
    </ScreenPage>
  )
}

function Actions({ project }: { project: ManuscriptProject }) {
  const actions = useProjectActions()
  const cache = useListCache(MANUSCRIPTS)
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <Button size="xs" rightSection={<IconChevronDown size={12} aria-hidden />}>
            Actions
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ProjectMenuItems project={project} actions={actions} />
        </Menu.Dropdown>
      </Menu>
      <Button
        size="xs"
        variant="default"
        display={knowsVersions(project) ? undefined : 'none'}
        onClick={() => setEditing(true)}
      >
        Edit
      </Button>
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={`${fillRoute(routes.manuscriptCreate, {})}?from=${encodeURIComponent(project.id)}`}
      >
        Clone
      </Button>
      {isEditing && (
        <EditProject
          project={project}
          onClose={() => setEditing(false)}
          onSaved={() => {
            setEditing(false)
            cache.refresh()
          }}
        />
      )}
    </>
  )
}
