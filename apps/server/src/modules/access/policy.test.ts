import { actionNames, isMeetingAction, type Role, roles, rolesOf } from '@livetap/contract'
import { describe, expect, test } from 'vitest'
import {
  type Asking,
  actionsOf,
  actionsTo,
  decide,
  isByRole,
  mayAtAll,
  relations,
  type Standing,
} from './policy'

const as = (role: Role): Asking => ({ kind: 'account', role })
const standing = (relation: Standing['relation'], restricted = relation === 'restricted'): Standing => ({
  relation,
  restricted,
  teamId: null,
})

describe('nothing changes for accounts of before', () => {
  test('an operator may do everything but manage accounts and read the audit', () => {
    const refused = actionNames.filter(action => !mayAtAll(as('operator'), action))
    expect(refused).toEqual(['accounts.manage', 'audit.read', 'shared.read'])
  })

  test.each(relations.filter(relation => relation !== 'restricted'))(
    'with a meeting of relation %s, as long as it is not restricted',
    relation => {
      for (const action of actionNames.filter(isMeetingAction))
        expect(decide(as('operator'), action, standing(relation))).toBe('allow')
    },
  )
})

test('a restricted meeting is open to its owner, its shares and admins', () => {
  for (const role of roles) {
    expect(decide(as(role), 'meeting.read', standing('restricted'))).toBe(role === 'admin' ? 'allow' : 'hide')
    expect(decide(as(role), 'meeting.read', standing('reader', true))).toBe('allow')
    expect(decide(as(role), 'meeting.edit', standing('reader', true))).toBe(
      role === 'admin' ? 'allow' : 'deny',
    )
    expect(decide(as(role), 'meeting.edit', standing('editor', true))).toBe('allow')
    expect(decide(as(role), 'meeting.read', standing('owner', true))).toBe('allow')
  }
})

test.each(Object.entries(rolesOf))('the console names the roles that may do %s', (action, named) => {
  const may = roles.filter(role => mayAtAll(as(role), action as keyof typeof rolesOf))
  expect(may.toSorted()).toEqual([...named].toSorted())
})

test('where the role alone decides, it does so for every standing', () => {
  expect(roles.filter(role => isByRole(as(role)))).toEqual(['admin'])
  const given = [true, false].flatMap(restricted =>
    relations.map(relation => actionsTo(as('admin'), standing(relation, restricted)).join()),
  )
  expect(new Set(given).size).toBe(1)
})

test('a meeting that the caller may not know of answers 404', () => {
  for (const role of ['host', 'viewer'] as const)
    for (const relation of ['other', 'trainable', 'restricted', 'absent'] as const)
      expect(decide(as(role), 'meeting.delete', standing(relation))).toBe('hide')
  expect(decide(as('trainer'), 'training.correct', standing('trainable'))).toBe('allow')
  expect(decide(as('trainer'), 'meeting.edit', standing('trainable'))).toBe('deny')
  expect(decide(as('trainer'), 'training.correct', standing('other'))).toBe('hide')
})

test('a key does no more than its scope and its user, and the key of a team opens that team’s meetings alone', () => {
  const key: Asking = { kind: 'key', role: 'operator', actions: ['meeting.read', 'accounts.manage'] }
  expect(actionsOf(key)).toEqual(['meeting.read'])
  expect(decide(key, 'meeting.read', standing('other'))).toBe('allow')
  expect(decide(key, 'meeting.delete', standing('other'))).toBe('deny')
  const ofTeam: Asking = { kind: 'key', role: 'admin', actions: [...actionNames], teamId: 'red' }
  expect(decide(ofTeam, 'meeting.read', { ...standing('team'), teamId: 'red' })).toBe('allow')
  expect(decide(ofTeam, 'meeting.read', { ...standing('owner'), teamId: 'blue' })).toBe('hide')
  expect(mayAtAll(ofTeam, 'training.export')).toBe(false)
})

test('a link reads what it shares, and no other call works with it', () => {
  const link: Asking = { kind: 'link', role: 'admin' }
  expect(actionsOf(link)).toEqual(['shared.read'])
  for (const action of actionNames) expect(decide(link, action, standing('owner'))).toBe('hide')
})
