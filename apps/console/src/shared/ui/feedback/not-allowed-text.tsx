import { type Action, actions, isMeetingAction, rolesOf, routes } from '@livetap/contract'
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useUser } from '../../session/session-context'
import { EmptyState } from './empty-state'

export interface NotAllowedProps {
  action: Action
  /** Of a meeting: who gives rights to it. */
  owner?: string
}

export function NotAllowedText({ action, owner }: NotAllowedProps) {
  const { role } = useUser()
  const named = rolesOf[action]
  const what = actions[action].summary
  return (
    <EmptyState
      title="You may not use this"
      hint={
        <span data-testid="not-allowed">
          {isMeetingAction(action) || !named ? (
            <>
              It takes the right “{what}”, which you were not given for this meeting. Ask{' '}
              {owner ? `its owner, ${owner},` : 'its owner'} or an admin for it.
            </>
          ) : (
            <>
              “{what}” is for {rolesText(named)}
              {role && <>, and you are signed in as {withArticle(role)}</>}. Ask an admin of this installation
              for another role.
            </>
          )}{' '}
          <span className="mono">{action}</span>
        </span>
      }
      action={
        <Button size="xs" component={Link} to={routes.launcher}>
          Back to start
        </Button>
      }
    />
  )
}

const withArticle = (role: string) => `${/^[aeiou]/.test(role) ? 'an' : 'a'} ${role}`

function rolesText(roles: readonly string[]): string {
  const names = roles.map(role => `${role}s`)
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
