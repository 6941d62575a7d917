import { logsPath, type SystemNode, texts } from '@livetap/contract'
import { drainNode } from '@livetap/contract/calls/system'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRemoteCall } from '../../../shared/remote/use-remote-call'
import { useApi, useMay } from '../../../shared/session/session-context'
import { RelativeTime } from '../../../shared/time/relative-time'
import { Refusal } from '../../../shared/ui/feedback/refusal'
import classes from '../diagnostics.module.css'
import { DrainDialog } from './drain-dialog'
import { StateDot } from './facts'
import { SILENT_MS } from './last-node'

/** Every process that serves the installation, with what it has and what it lost. */
export function SystemNodes({ nodes, onChanged }: { nodes: readonly SystemNode[]; onChanged: () => void }) {
  const api = useApi()
  const mayDrain = useMay('system.operate')
  const [asked, setAsked] = useState<SystemNode>()
  const drain = useRemoteCall((signal, pod: string, draining: boolean) =>
    api.call(drainNode, { params: { pod }, body: { draining } }, { signal }),
  )
  const set = async (pod: string, draining: boolean) => {
    const outcome = await drain.run(pod, draining)
    if (outcome.phase === 'success') onChanged()
  }
  return (
    <>
      <h2 className={classes.part}>Nodes</h2>
      <Refusal text={drain.error && `The node was not changed: ${drain.error.message}`} />
      <div className={classes.framed}>
        <table className={`${classes.table} ${classes.wide}`}>
          <thead>
            <tr>
              <th scope="col">Pod</th>
              <th scope="col">State</th>
              <th scope="col">Role</th>
              <th scope="col">Cluster</th>
              <th scope="col">Region</th>
              <th scope="col">Version</th>
              <th scope="col" data-numeric>
                Calls
              </th>
              <th scope="col" data-numeric>
                Recordings
              </th>
              <th scope="col" data-numeric>
                Capacity
              </th>
              <th scope="col" data-numeric>
                Entries lost
              </th>
              <th scope="col">Heard of</th>
              <th scope="col">Started</th>
              {mayDrain && <th scope="col">Work</th>}
            </tr>
          </thead>
          <tbody>
            {nodes.map(node => (
              <tr key={node.pod}>
                <th scope="row">
                  <Anchor size="sm" component={Link} to={logsPath({ pod: node.pod })}>
                    {node.pod}
                  </Anchor>
                </th>
                <td>
                  <NodeState node={node} />
                </td>
                <td>{node.role}</td>
                <td>{node.cluster}</td>
                <td>{node.region}</td>
                <td>{node.version}</td>
                <td data-numeric>{node.calls}</td>
                <td data-numeric>{node.recordings}</td>
                <td data-numeric>{node.capacity}</td>
                <td data-numeric>{node.log_loss.log + node.log_loss.ledger}</td>
                <td className={node.silent_ms > SILENT_MS ? classes.broken : ''}>
                  {Math.round(node.silent_ms / 1000)} s ago
                </td>
                <td>
                  <RelativeTime at={node.started_at} />
                </td>
                {mayDrain && (
                  <td>
                    <Button
                      size="compact-xs"
                      variant="default"
                      disabled={drain.loading}
                      data-hint="A drained node takes no new calls or recordings and counts as full. What runs on it moves to other nodes; what none of them can take goes on here until it ends."
                      onClick={() => (node.draining ? void set(node.pod, false) : setAsked(node))}
                    >
                      {node.draining ? texts.system.takeWorkAgain : texts.system.drain}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {asked && (
        <DrainDialog
          node={asked}
          nodes={nodes}
          onDrain={() => {
            setAsked(undefined)
            void set(asked.pod, true)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function NodeState({ node: { silent_ms, draining } }: { node: SystemNode }) {
  if (silent_ms > SILENT_MS) return <StateDot state="failed" word="Silent" />
  return draining ? <StateDot state="warning" word="Draining" /> : <StateDot state="ok" word="Works" />
}
