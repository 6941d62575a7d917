import { fillRoute, type ManuscriptShards, openMeetingPath, routes } from '@livetap/contract'
import { projectShards } from '@livetap/contract/calls/manuscripts'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { usePagedQuery } from '../../../shared/remote/list-queries'
import { useApi } from '../../../shared/session/session-context'
import { RelativeTime } from '../../../shared/time/relative-time'
import { shortenMiddle } from '../../../shared/ui/lists/shorten-middle'
import classes from '../manuscripts.module.css'
import { MANUSCRIPTS } from '../use-project-actions'

/** The shards that were sent, the last first. */
export function ProjectShards({ id, refreshMs }: { id: string; refreshMs: number | false }) {
  const api = useApi()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = usePagedQuery<ManuscriptShards>(
    [MANUSCRIPTS, 'shards', id],
    (next, signal) =>
      api.call(
        projectShards,
        { params: { id }, query: { next: next === undefined ? undefined : Number(next) } },
        { signal },
      ),
    pages => pages.length <= 1 && refreshMs,
  )
  const shards = data?.pages.flatMap(page => page.shards) ?? []
  const total = data?.pages[0]?.total ?? 0
  return (
    <>
      <h2 className={classes.part}>Shards ({total})</h2>
      {error && !data ? (
        <p className={classes.quiet}>The shards could not be read: {error.message}</p>
      ) : shards.length === 0 ? (
        <p className={classes.quiet}>No shard is in this project yet.</p>
      ) : (
        <div className={classes.framed}>
          <table className={classes.shards}>
            <thead>
              <tr>
                <th scope="col">Shard</th>
                <th scope="col">Meeting</th>
                <th scope="col" data-numeric>
                  Length, s
                </th>
                <th scope="col">For</th>
                <th scope="col">Sent</th>
                <th scope="col">Received</th>
              </tr>
            </thead>
            <tbody>
              {shards.map(shard => (
                <tr key={shard.id}>
                  <td>
                    <Anchor
                      size="sm"
                      className="mono"
                      component={Link}
                      to={fillRoute(routes.trainableShard, { shard_id: shard.id })}
                    >
                      {shortenMiddle(shard.id, 24)}
                    </Anchor>
                  </td>
                  <td>
                    <Anchor
                      size="sm"
                      className="mono"
                      component={Link}
                      to={openMeetingPath(shard.meeting_id)}
                    >
                      {shortenMiddle(shard.meeting_id, 16)}
                    </Anchor>
                  </td>
                  <td data-numeric>{(shard.length_ms / 1000).toFixed(1)}</td>
                  <td>{shard.evaluation ? 'eval' : 'train'}</td>
                  <td>
                    <RelativeTime at={shard.sent_at} />
                  </td>
                  <td>{shard.received_at ? <RelativeTime at={shard.received_at} /> : 'not yet'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Button
          size="xs"
          variant="default"
          mt="sm"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </>
  )
}
