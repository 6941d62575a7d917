import {
  type Env,
  fillRoute,
  launcherPath,
  manuscriptsPath,
  type OverviewAnswer,
  type RouteName,
  routes,
} from '@livetap/contract'
import {
  IconApi,
  IconBroadcast,
  IconChartBar,
  IconGauge,
  IconHash,
  IconHistory,
  IconHome,
  IconListSearch,
  IconSchool,
  IconServer,
  IconTags,
  IconUsers,
} from '@tabler/icons-react'

export interface RailCount {
  count: number
  tone: 'live' | 'busy' | 'failed'
  /** What is counted, in words. */
  label: string
}

export interface RailEntry {
  label: string
  /** Read after the label: what it is short of where its group's heading is not seen. */
  more?: string
  to: string
  Icon: typeof IconHistory
  /** It is marked while one of them is open. */
  screens: readonly RouteName[]
  count?: (overview: OverviewAnswer) => RailCount
}

const of = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const startEntry: RailEntry = {
  label: 'Start',
  to: routes.launcher,
  Icon: IconHome,
  screens: ['launcher'],
  count: ({ transcribing }) => ({
    count: transcribing,
    tone: 'busy',
    label: `${of(transcribing, 'recording', 'recordings')} being transcribed`,
  }),
}

export const meetingEntries: readonly RailEntry[] = [
  {
    label: 'My live',
    more: 'meetings',
    to: routes.userLiveMeetings,
    Icon: IconBroadcast,
    screens: ['userLiveMeetings'],
    count: ({ live }) => ({ count: live, tone: 'live', label: `${of(live, 'call', 'calls')} live in all` }),
  },
  {
    label: 'My past',
    more: 'meetings',
    to: fillRoute(routes.userPastMeetings, {}),
    Icon: IconHistory,
    screens: ['userPastMeetings'],
  },
  {
    // The launcher asks for the number.
    label: 'A number',
    to: launcherPath('get_meeting'),
    Icon: IconHash,
    screens: ['filteredMeetings', 'webexMeeting'],
  },
]

export const trainingEntries = ({ default_client_region: client_region }: Env): readonly RailEntry[] => [
  {
    label: 'Utterances',
    to: fillRoute(routes.pastTrain, { client_region }),
    Icon: IconSchool,
    screens: ['pastTrain', 'pastTrainable', 'trainableShard'],
  },
  {
    label: 'Manuscripts',
    to: manuscriptsPath(),
    Icon: IconUsers,
    screens: ['manuscripts', 'manuscriptCreate', 'manuscriptView'],
  },
  { label: 'Vendor tags', to: routes.vendorTags, Icon: IconTags, screens: ['vendorTags'] },
]

export const operationsEntries = ({ default_client_region: client_region }: Env): readonly RailEntry[] => [
  { label: 'System', to: routes.system, Icon: IconServer, screens: ['system'] },
  { label: 'Capacities', to: routes.clusterCapacities, Icon: IconGauge, screens: ['clusterCapacities'] },
  {
    label: 'Usage',
    to: fillRoute(routes.perSiteUsage, { client_region }),
    Icon: IconChartBar,
    screens: ['perSiteUsage'],
  },
  {
    label: 'Logs',
    to: routes.logs,
    Icon: IconListSearch,
    screens: ['logs'],
    count: ({ errors_today: errors }) => ({
      count: errors,
      tone: 'failed',
      label: `${of(errors, 'error', 'errors')} in 24 hours`,
    }),
  },
]

export const apiEntry: RailEntry = {
  label: 'API documentation',
  to: routes.docs,
  Icon: IconApi,
  screens: ['docs'],
}
