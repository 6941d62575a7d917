export interface Sizes {
  meetings: number
  accounts: number
  /** Of each account, with it alone; its team is given as many again. */
  shares: number
}

/** The account that asks, one of all. */
export const ASKING = 7
export const userOf = (account: number) => `user-${account}`
export const addressOf = (account: number) => `${userOf(account)}@example.com`

/** Accounts of one team. */
const IN_TEAM = 20
/** Of so many meetings one is a team's, and one was spoken in by an account that is not its host. */
const OF_TEAM = 10
const ATTENDED = 5
/** Meetings that an account hosts end in the same figures: what is drawn by them is drawn of all alike. */
const drawn = (of: string) => `hashint4(n + ${of})`

/**
 * Of every hundred meetings one is restricted, of every three one is trainable. An account hosts some, spoke in some, is of one
 * team, and is given shares. In statements of their own, each quick.
 */
export function fillStatements({ meetings, accounts, shares }: Sizes): string[] {
  const team = (number: string) => `md5((${number})::text)::uuid`
  const teams = Math.ceil(accounts / IN_TEAM)
  const address = (user: string) => `${user} || '@example.com'`
  const shareOf = (who: string, most: number, prime: number) => `
    select distinct on (who, meeting) 'm' || meeting as meeting_id, who
    from ${who} who, generate_series(1, ${shares}) share,
      lateral (select 1 + (who::bigint * ${prime} + share * 104729) % ${most} as meeting) m`
  return [
    `insert into team (id, name) select ${team('n')}, 'Team ' || n from generate_series(0, ${teams - 1}) n`,
    `insert into team_member (team_id, user_id)
      select ${team(`n % ${teams}`)}, 'user-' || n from generate_series(0, ${accounts - 1}) n`,
    `insert into meeting (id, title, host_user_id, host_email, site_id, site_name, source, region, enable_ensemble, sharder,
        trainable_shard_percent, status, started_at, ended_at, created_at, duration_ms, restricted, team_id)
      select 'm' || n, case when ${drawn('1')} % 2 = 0 then 'Weekly ' else 'Review ' end || n,
        host, ${address('host')}, '1', 'site', 'upload', 'us', true, 'vadmarker',
        case when ${drawn('2')} % 3 = 0 then 100 else 0 end, 'CallEnded', at, at + interval '1 hour', at, 3600000,
        ${drawn('3')} % 100 = 0, case when ${drawn('4')} % ${OF_TEAM} = 0 then ${team(`abs(${drawn('5')} % ${teams})`)} end
      from generate_series(1, ${meetings}) n,
        lateral (select 'user-' || n % ${accounts} as host, timestamptz '2030-01-01' - n * interval '1 minute' as at) t`,
    `insert into live_stream (meeting_id, id, number, client_id, user_id, csi, name, anchor_ms, base_ms)
      select 'm' || n, 'stream', 1, 'client', 'user-' || abs(${drawn('6')} % ${accounts}), 1, '', 0, 0
      from generate_series(1, ${meetings}, ${ATTENDED}) n`,
    `insert into meeting_share (meeting_id, user_id, email, grants, created_by)
      select meeting_id, 'user-' || who, ${address(`'user-' || who`)}, 'view', 'bench'
      from (${shareOf(`generate_series(0, ${accounts - 1})`, meetings, 7919)}) given`,
    `insert into meeting_share (meeting_id, team_id, grants, created_by)
      select meeting_id, ${team('who')}, 'edit', 'bench'
      from (${shareOf(`generate_series(0, ${teams - 1})`, meetings, 6101)}) given`,
  ]
}
