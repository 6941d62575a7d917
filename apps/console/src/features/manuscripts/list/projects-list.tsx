import { counted, fillRoute, type ManuscriptProject, routes, texts } from '@livetap/contract'
import { listProjects } from '@livetap/contract/calls/manuscripts'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconEye } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { Link } from 'react-router'
import { ServerTable } from '../../../shared/data-table/server-table'
import { ScreenPage } from '../../../shared/frame/screen-page'
import { useExit } from '../../../shared/frame/use-exit'
import { usePagedQuery } from '../../../shared/remote/list-queries'
import { useApi } from '../../../shared/session/session-context'
import { EmptyState } from '../../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../../shared/ui/feedback/loading-message'
import { useToasts } from '../../../shared/ui/feedback/toasts'
import { useStore } from '../../../shared/use-store'
import classes from '../manuscripts.module.css'
import { ProjectMenuItems } from '../project-menu'
import { MANUSCRIPTS, useProjectActions } from '../use-project-actions'
import { FilterPopovers } from './filter-popovers'
import { useListAddress } from './list-address'
import { projectColumns } from './project-columns'
import { useCheckedProjects } from './use-checked-projects'
import { VendorTotals } from './vendor-totals'

const REFRESH_MS = 5_000
/** More pages than this are not asked for again by themselves. */
const REFRESH_PAGES = 3

/** A project that is filled or waits for its vendor changes by itself. */
const isMoving = ({ status }: ManuscriptProject) => status === 'ready' || status === 'processing'
const rowId = ({ id }: ManuscriptProject) => id
const rowName = ({ name }: ManuscriptProject) => name
const rowPath = ({ id }: ManuscriptProject) => fillRoute(routes.manuscriptView, { manuscript_id: id })

export function ProjectsList() {
  const api = useApi()
  const exit = useExit()
  const toasts = useToasts()
  const { filters, sort, setFilter, clearFilters, setSort } = useListAddress()
  const query = { ...filters, sort: sort.field, order: sort.order }
  const { data, error, isPlaceholderData, isFetching, hasNextPage, fetchNextPage, refetch } = usePagedQuery(
    [MANUSCRIPTS, 'list', query],
    (next, signal) => api.call(listProjects, { query: { ...query, next } }, { signal }),
    pages =>
      pages.length <= REFRESH_PAGES && pages.some(({ projects }) => projects.some(isMoving)) && REFRESH_MS,
  )
  const rows = useMemo(() => data?.pages.flatMap(({ projects }) => projects) ?? [], [data])
  const total = data?.pages[0]?.total ?? rows.length
  const { checked, ids, chosen, isAll, isFinding, checkAll, said } = useCheckedProjects({
    filters,
    rows,
    total,
  })
  const actions = useProjectActions(checked)
  const { busy, progress } = useStore(actions)

  const isEmpty = data !== undefined && !isPlaceholderData && rows.length === 0
  useEffect(() => {
    if (isEmpty || (error && !data)) toasts.error(texts.manuscripts.notFoundToast)
  }, [isEmpty, error, data, toasts])
  const leave = () => {
    toasts.warning(texts.manuscripts.exiting)
    exit()
  }
  const loadMore = useMemo(
    () => () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
    [hasNextPage, isFetching, fetchNextPage],
  )

  return (
    <ScreenPage
      title="Manuscripts"
      controls={
        <>
          <Button size="xs" component={Link} to={routes.manuscriptCreate}>
            {texts.manuscripts.addProject}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={chosen.length === 0 || isFinding}
            loading={busy}
            onClick={() => void actions.setStatuses(chosen, 'closed')}
          >
            {texts.manuscripts.closeProject}
          </Button>
          <Button size="xs" variant="default" onClick={leave}>
            {texts.past.backToStart}
          </Button>
        </>
      }
    >
      <div className={classes.bar}>
        <FilterPopovers filters={filters} onFilter={setFilter} />
        <span className={classes.count} role="status">
          {[
            data && countOf(rows.length, total),
            progress ? texts.manuscripts.updating(progress.done, progress.total) : said,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {isFinding && (
          <Button size="compact-xs" variant="default" onClick={() => checkAll(false)}>
            Cancel
          </Button>
        )}
      </div>
      <VendorTotals filters={filters} />
      {error && !data ? (
        <ErrorState
          title={texts.manuscripts.notFound}
          error={error}
          hint="The projects could not be read."
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <LoadingMessage message={texts.manuscripts.fetching} />
      ) : isEmpty ? (
        <Empty isFiltered={Object.values(filters).some(Boolean)} onClear={clearFilters} />
      ) : (
        <ServerTable
          noun="projects"
          columns={projectColumns}
          rows={rows}
          rowId={rowId}
          rowName={rowName}
          rowPath={rowPath}
          rowActions={(project, tabIndex) => (
            <Menu position="bottom-end" width={190}>
              <Menu.Target>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  tabIndex={tabIndex}
                  aria-label={`Actions for ${project.name}`}
                >
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconEye size={14} />} component={Link} to={rowPath(project)}>
                  {texts.manuscripts.view}
                </Menu.Item>
                <ProjectMenuItems project={project} actions={actions} />
              </Menu.Dropdown>
            </Menu>
          )}
          sort={sort}
          onSort={setSort}
          checked={ids}
          onCheck={(checkedIds, isChecked) => checked.check(checkedIds, isChecked)}
          isAllChecked={isAll || isFinding}
          onCheckAll={checkAll}
          isStale={isPlaceholderData}
          onEnd={loadMore}
        />
      )}
    </ScreenPage>
  )
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      title={texts.manuscripts.notFound}
      hint={
        isFiltered
          ? 'No project matches all of the filters above.'
          : 'There is no labelling project yet. A project sends trainable shards to a vendor and takes the transcripts in.'
      }
      action={
        isFiltered ? (
          <Button size="xs" variant="default" onClick={onClear}>
            Clear the filters
          </Button>
        ) : (
          <Button size="xs" component={Link} to={routes.manuscriptCreate}>
            {texts.manuscripts.addProject}
          </Button>
        )
      }
    />
  )
}

function countOf(shown: number, total: number | undefined): string {
  if (shown === total) return counted(shown, 'project')
  return `${shown} of ${counted(total ?? shown, 'project')}`
}
