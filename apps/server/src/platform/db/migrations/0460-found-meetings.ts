import type { Migration } from './migration'

/**
 * What lists find the meetings of an account by: an index for owners who are known by their address alone, with all that is
 * asked of them, and the meetings that were shared with it as one value. A function's plan is kept by its session, where
 * a subquery is planned with every list; and what has run out, which nodes look for, by its own index. The release before
 * needs none of it.
 */
export const foundMeetings: Migration = {
  id: '0460-found-meetings',
  compatible: true,
  sql: `
    create index meeting_owned_by_address on meeting (owner_email)
      where owner_user_id is null and owner_email is not null;
    drop index meeting_owner_email;
    create index meeting_share_expiry on meeting_share (expires_at) where expires_at is not null;
    create index api_key_expiry on api_key (expires_at) where expires_at is not null;

    create function shared_meetings(of_user text, of_emails text[]) returns text[] language plpgsql stable
      set plan_cache_mode = force_generic_plan as $$
      begin
        return array(
          select meeting_id from meeting_share
          where user_id = of_user and (expires_at is null or expires_at > now())
          union all
          select meeting_id from meeting_share
          where email = any(of_emails) and user_id is null and (expires_at is null or expires_at > now())
          union all
          select meeting_id from meeting_share join team_member using (team_id)
          where team_member.user_id = of_user and (expires_at is null or expires_at > now()));
      end $$;
  `,
}
