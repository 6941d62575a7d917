import type { Migration } from './migration'

const goesOn = '(expires_at is null or expires_at > now())'

/** Ids of what an account was given a share of, owns, or spoke in, without what a restriction takes away. */
const given = `
  select meeting_id from meeting_share where user_id = of_user and ${goesOn}
  union all
  select meeting_id from meeting_share where email = any(of_emails) and user_id is null and ${goesOn}
  union all
  select meeting_id from meeting_share join team_member using (team_id)
  where team_member.user_id = of_user and ${goesOn}
  union all
  select meeting.id from meeting where owner_user_id = of_user
  union all
  select meeting.id from meeting where owner_email = any(of_emails) and owner_user_id is null
  union all
  select meeting.id from live_stream join meeting on meeting.id = live_stream.meeting_id
  where live_stream.user_id = of_user and not restricted`

/** The newest of those, of the hosted and of the teams', each read no further than so many. */
const newest = (at: string, order: string) => `array(
  select found.id from (
    (select meeting.id, ${at} as at from meeting
      where host_user_id = of_user and (not restricted or (owner_user_id is null and owner_email is null))
      order by ${at} desc, meeting.id ${order} limit most)
    union
    (select of_team.id, of_team.at from team_member, lateral (
      select meeting.id, ${at} as at from meeting where meeting.team_id = team_member.team_id and not restricted
      order by ${at} desc, meeting.id ${order} limit most) of_team where team_member.user_id = of_user)
    union
    (select meeting.id, ${at} as at from meeting where meeting.id = any(array(${given})))
  ) found order by found.at desc, found.id ${order} limit most)`

/**
 * What the meetings near to an account are found by, in the orders of lists: those that it hosts and those of its teams by an
 * index that has the order in it, all others as one value (`given_meetings`). Shares are read from their indexes alone.
 * `meeting_trainable` finds what a trainer may know of besides. What every list and every opening asks has a plan that its session
 * keeps: the beginning of a list (`newest_meetings`), and how an account stands to meetings (`meeting_standings`). The release before
 * needs none of it.
 */
export const nearMeetings: Migration = {
  id: '0520-near-meetings',
  compatible: true,
  sql: `
    create index meeting_host_created on meeting (host_user_id, created_at desc);
    create index meeting_team_started on meeting (team_id, started_at desc) where team_id is not null;
    create index meeting_team_created on meeting (team_id, created_at desc) where team_id is not null;
    drop index meeting_team;
    create index meeting_trainable on meeting (started_at desc)
      where trainable_shard_percent > 0 and not restricted;

    create index meeting_share_of_user on meeting_share (user_id, meeting_id, expires_at) where user_id is not null;
    drop index meeting_share_user;
    create index meeting_share_of_address on meeting_share (email, meeting_id, expires_at) where user_id is null;
    create index meeting_share_of_team on meeting_share (team_id, meeting_id, expires_at) where team_id is not null;

    create function given_meetings(of_user text, of_emails text[]) returns text[] language plpgsql stable
      set plan_cache_mode = force_generic_plan as $$
      begin
        return array(${given});
      end $$;

    create function newest_meetings(of_user text, of_emails text[], by_start boolean, most integer) returns text[]
      language plpgsql stable set plan_cache_mode = force_generic_plan as $$
      begin
        if by_start then return ${newest('started_at', 'desc')}; end if;
        return ${newest('created_at', 'asc')};
      end $$;

    create function meeting_standings(of_meetings text[], of_user text, of_emails text[])
      returns table (of_meeting text, facts jsonb)
      language plpgsql stable rows 20 set plan_cache_mode = force_generic_plan as $$
      begin
        return query select meeting.id, jsonb_build_object(
          'grants', min(share.grants) filter (where share.is_mine),
          'shares', count(*) filter (where share.is_named),
          'mine', count(*) filter (where share.is_mine),
          'links', count(*) filter (where not share.is_named),
          'ofTeam', meeting.team_id is not null and exists (select from team_member
            where team_member.team_id = meeting.team_id and team_member.user_id = of_user),
          'attended', meeting.host_user_id = of_user or exists (select from live_stream
            where live_stream.meeting_id = meeting.id and live_stream.user_id = of_user))
        from meeting left join lateral (
          select grants, token_hash is null as is_named, coalesce(user_id = of_user, false)
            or (user_id is null and coalesce(email = any(of_emails), false))
            or exists (select from team_member
              where team_member.team_id = meeting_share.team_id and team_member.user_id = of_user) as is_mine
          from meeting_share where meeting_id = meeting.id and ${goesOn}
        ) share on true
        where meeting.id = any(of_meetings) group by meeting.id;
      end $$;
  `,
}
