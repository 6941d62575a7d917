import type { SiteUsage } from '@livetap/contract'
import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import { type Viewer, visibleMeetings } from '../access'

/** How many meetings each site had. */
export class UsageStore extends Store {
  /** By UTC day and site, newest day first; deleted meetings were held too. Both moments are days at 00:00 UTC. */
  async perSite(viewer: Viewer, region: string, from: Date, until: Date): Promise<SiteUsage[]> {
    const { rows } = await sql<SiteUsage>`
      select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD') as date,
             site_name as webex_site_name,
             count(*)::int as count
      from (
        select region, site_name, started_at from meeting where ${visibleMeetings(viewer)}
        union all
        select region, site_name, started_at from deleted_meeting where not restricted or ${viewer.role === 'admin'}
      ) as held
      where region = ${region} and started_at >= ${from} and started_at < ${until}
      group by 1, 2
      order by 1 desc, 3 desc, 2
    `.execute(this.db)
    return rows
  }
}
