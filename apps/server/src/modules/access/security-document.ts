import { actionNames, actions, isMeetingAction, type Role, roles } from '@livetap/contract'
import { type Decision, decide, mayAtAll, type Relation, relations } from './policy'

const signs: Readonly<Record<Decision, string>> = { allow: '✓', deny: '403', hide: '404' }

const meanings: Readonly<Record<Relation, string>> = {
  owner: 'its host, or who it was given to',
  editor: 'it is shared with them to edit',
  team: 'it is their team’s',
  attendee: 'they hosted it or spoke in it',
  reader: 'it is shared with them to view',
  trainable: 'of others, and training data may be made of it',
  other: 'of others',
  restricted: 'of others, and restricted: neither its team nor who attended sees it',
  absent: 'it is not there, or deleted',
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

function byRelation(role: Role): string {
  const meetingActions = actionNames.filter(
    action => isMeetingAction(action) || action.startsWith('training.'),
  )
  const rows = meetingActions.map(action => [
    `\`${action}\``,
    ...relations.map(relation => {
      const standing = { relation, restricted: relation === 'restricted', teamId: null }
      return signs[decide({ kind: 'account', role }, action, standing)]
    }),
  ])
  return `### ${role}\n\n${table(['action', ...relations], rows)}`
}

/** The tables of docs/SECURITY.md, from the policy itself. */
export function policyTables(): string {
  const general = actionNames.filter(action => !isMeetingAction(action))
  const rows = general.map(action => [
    `\`${action}\``,
    actions[action].summary,
    ...roles.map(role => signs[mayAtAll({ kind: 'account', role }, action) ? 'allow' : 'deny']),
  ])
  return [
    '### What concerns no single meeting',
    table(['action', 'what it is', ...roles], rows),
    '### How one stands to a meeting',
    'The nearest that applies.',
    table(
      ['relation', 'meaning'],
      relations.map(relation => [relation, meanings[relation]]),
    ),
    ...roles.map(byRelation),
  ].join('\n\n')
}
