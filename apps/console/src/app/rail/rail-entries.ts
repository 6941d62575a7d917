import {
  counted,
  type Env,
  fillRoute,
  launcherPath,
  manuscriptsPath,
  type OverviewAnswer,
  type RouteName,
  routes,
  screenActions,
  type User,
} from '@livetap/contract'
import {
  IconApi,
  IconBooks,
  IconBroadcast,
  IconChartBar,
  IconGauge,
  IconHash,
  IconHistory,
  IconHome,
  IconListSearch,
  IconMessageSearch,
  IconSchool,
  IconServer,
  IconShieldCheck,
  IconTags,
  IconUserCircle,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { may } from '../../shared/session/session-context'

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
  /** It is marked while one of them is open, and shown to those who may use the first. */
  screens: readonly [RouteName, ...RouteName[]]
  count?: (overview: OverviewAnswer) => RailCount
}

export const startEntry: RailEntry = {
  label: 'Start',
  to: routes.launcher,
  Icon: IconHome,
  screens: ['launcher'],
  count: ({ transcribing }) => ({
    count: transcribing,
    tone: 'busy',
    label: `${counted(transcribing, 'recording')} being transcribed`,
  }),
}

export const meetingEntries: readonly RailEntry[] = [
  { label: 'All', more: 'meetings', to: routes.library, Icon: IconBooks, screens: ['library'] },
  {
    label: 'Search',
    more: 'in what was said',
    to: routes.search,
    Icon: IconMessageSearch,
    screens: ['search'],
  },
  {
    label: 'My live',
    more: 'meetings',
    to: routes.userLiveMeetings,
    Icon: IconBroadcast,
    screens: ['userLiveMeetings'],
    count: ({ live }) => ({ count: live, tone: 'live', label: `${counted(live, 'call')} live in all` }),
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
  {
    label: 'Vendor tags',
    to: routes.vendorTags,
    Icon: IconTags,
    screens: ['vendorTags'],
  },
]

export const operationsEntries = ({ default_client_region: client_region }: Env): readonly RailEntry[] => [
  { label: 'System', to: routes.system, Icon: IconServer, screens: ['system'] },
  {
    label: 'Capacities',
    to: routes.clusterCapacities,
    Icon: IconGauge,
    screens: ['clusterCapacities'],
  },
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
      label: `${counted(errors, 'error')} in 24 hours`,
    }),
  },
  { label: 'Accounts', to: routes.accounts, Icon: IconUsersGroup, screens: ['accounts'] },
  { label: 'Audit', more: 'log', to: routes.audit, Icon: IconShieldCheck, screens: ['audit'] },
]

export const accountEntry: RailEntry = {
  label: 'Your account',
  to: routes.account,
  Icon: IconUserCircle,
  screens: ['account'],
}

export const apiEntry: RailEntry = {
  label: 'API documentation',
  to: routes.docs,
  Icon: IconApi,
  screens: ['docs'],
}

/** Whether the user is offered what an entry leads to. */
export const isOffered = (user: User, { screens: [first] }: RailEntry): boolean =>
  may(user, screenActions[first])
