import type { Action } from '../wire/actions'
import { texts } from './texts'

/** The modes that can be started, grouped as the launcher shows them; the first group has no heading. */
export const launcherGroups = [
  {
    heading: null,
    modes: ['create_meeting', 'create_meeting_proxy', 'upload_audio', 'open_meeting', 'open_local_meeting'],
  },
  {
    heading: texts.launcher.groupTrainable,
    modes: [
      'open_meeting_trainable',
      'open_meeting_train',
      'manuscripts',
      'trainable_shard',
      'get_vendor_tags',
    ],
  },
  {
    heading: texts.launcher.groupWebex,
    modes: ['add_eva', 'get_meeting', 'open_my_live_meetings', 'open_my_past_meetings'],
  },
  {
    heading: texts.launcher.groupStats,
    modes: [
      'open_meeting_stats',
      'open_audio_ledgers_meeting_stats',
      'discovery_worker_cluster_capacities',
      'per_site_usage',
    ],
  },
] as const

export type LauncherMode = (typeof launcherGroups)[number]['modes'][number]

export const launcherModes: readonly LauncherMode[] = launcherGroups.flatMap(group => [...group.modes])

/** What a mode does: it is offered to those who may. */
export const launcherActions: Readonly<Record<LauncherMode, Action>> = {
  create_meeting: 'meetings.create',
  create_meeting_proxy: 'recognition.use',
  upload_audio: 'meetings.create',
  open_meeting: 'meetings.list',
  open_local_meeting: 'account.use',
  open_meeting_trainable: 'training.read',
  open_meeting_train: 'training.read',
  manuscripts: 'manuscripts.read',
  trainable_shard: 'training.read',
  get_vendor_tags: 'training.read',
  add_eva: 'conferences.manage',
  get_meeting: 'meetings.list',
  open_my_live_meetings: 'conferences.manage',
  open_my_past_meetings: 'conferences.manage',
  open_meeting_stats: 'meeting.inspect',
  open_audio_ledgers_meeting_stats: 'meeting.inspect',
  discovery_worker_cluster_capacities: 'system.read',
  per_site_usage: 'usage.read',
}

export const DEFAULT_LAUNCHER_MODE: LauncherMode = 'create_meeting'

export const isLauncherMode = (value: unknown): value is LauncherMode =>
  (launcherModes as readonly unknown[]).includes(value)

/** The label by mode; the modes without one of their own read "Start". */
export const submitLabel = (mode: LauncherMode): string => {
  const labels: Partial<Record<LauncherMode, string>> & { other: string } = texts.launcher.submit
  return labels[mode] ?? labels.other
}

/** What the start button itself reads. */
export const startLabel = (mode: LauncherMode, submitting: boolean): string => {
  if (submitting) return texts.launcher.starting
  if (mode === 'open_my_live_meetings') return texts.launcher.openLiveMeetings
  if (mode === 'open_my_past_meetings') return texts.launcher.openPastMeetings
  return texts.launcher.start
}
