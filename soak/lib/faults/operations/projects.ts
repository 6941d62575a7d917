import { randomUUID } from 'node:crypto'
import { createProject, listProjects } from '@livetap/contract/calls/manuscripts'
import { compare, type Operation } from '../operation'

/** A labelling project that was created is there, once. */
export const projects: Operation = {
  name: 'projects',
  parallel: 1,
  pauseMs: 2_000,
  async run({ client, acknowledged }) {
    const name = `faults ${randomUUID()}`
    const body = {
      ...{ name, language: 'en-US', vendor: 'dummyvendor', site_name: 'cisco_webex' },
      ...{ train_ms_required: 3_600_000, eval_ms_required: 0, min_length_ms: 5_000, max_length_ms: 21_000 },
      ...{ has_global_participant_id: false, has_participant_id: false },
    }
    const made = await client.once<{ id: string }>(createProject, { body })
    if (made) acknowledged()
    return async () => {
      const query = { manuscript_name: name }
      const found = await client.ask<{ projects: { name: string }[] }>(listProjects, { query })
      const names = found.projects.map(one => one.name)
      // One of which nothing is known may be there, and then once.
      return compare('the project', made ? [name] : names.slice(0, 1), names)
    }
  },
}
