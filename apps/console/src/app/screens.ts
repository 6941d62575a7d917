import type { RouteName, ScreenName } from '@livetap/contract'
import type { ComponentType } from 'react'

export type LoadScreen = () => Promise<ComponentType>

/** Every screen behind the sign-in, by the name of its route, with its purpose; its code is loaded on demand. */
export const screens: Record<ScreenName, LoadScreen> = {
  /** Choose a mode, fill its fields, start it. */
  launcher: async () => (await import('../features/launcher/launcher-screen')).LauncherScreen,
  /** Follow a running meeting with the assistant: transcripts, highlights, translations. */
  live: async () => (await import('../features/live/live-screen')).LiveScreen,
  /** Speak into the microphone and read what the recogniser hears. */
  liveAsr: async () => (await import('../features/live-asr/live-asr-screen')).LiveAsrScreen,
  /** Replay an ended meeting with its transcript, highlights, audio and video in step. */
  past: async () => (await import('../features/past/past-screen')).PastScreen,
  /** Replay a transcripts file and an audio file of this computer. */
  pastLocal: async () => (await import('../features/past/past-local-screen')).PastLocalScreen,
  /** Read and hear the utterances of a meeting in the training data. */
  pastTrainable: async () =>
    (await import('../features/training/trainable-meeting-screen')).TrainableMeetingScreen,
  /** See what the logs say about one meeting. */
  pastStats: async () => (await import('../features/diagnostics/past-stats-screen')).PastStatsScreen,
  /** See the audio events of one meeting in their order. */
  audioLedgersStats: async () => (await import('../features/diagnostics/ledger-screen')).LedgerScreen,
  /** Review, edit and download the utterances of a region. */
  pastTrain: async () => (await import('../features/training/past-train-screen')).PastTrainScreen,
  /** List the running meetings hosted by you. */
  userLiveMeetings: async () => (await import('../features/conferencing/user-live-screen')).UserLiveScreen,
  /** List the ended meetings hosted by you. */
  userPastMeetings: async () => (await import('../features/conferencing/user-past-screen')).UserPastScreen,
  /** Find the moments in which words were said, in all meetings. */
  search: async () => (await import('../features/search/search-screen')).SearchScreen,
  /** Look up one meeting of the conferencing provider. */
  webexMeeting: async () =>
    (await import('../features/conferencing/webex-meeting-screen')).WebexMeetingScreen,
  /** Find every meeting that one may see, by what is known of it. */
  library: async () => (await import('../features/meetings/library-screen')).LibraryScreen,
  /** List the meetings of one number and date range. */
  filteredMeetings: async () =>
    (await import('../features/conferencing/filtered-meetings-screen')).FilteredMeetingsScreen,
  /** Read all tags out of a zip of vendor transcripts. */
  vendorTags: async () => (await import('../features/vendor-tags/vendor-tags-screen')).VendorTagsScreen,
  /** See how many calls each discovery-worker cluster can take. */
  clusterCapacities: async () => (await import('../features/diagnostics/capacities-screen')).CapacitiesScreen,
  /** See one training shard with its audio and fields. */
  trainableShard: async () =>
    (await import('../features/training/trainable-shard-screen')).TrainableShardScreen,
  /** See how much each site used the service, day by day. */
  perSiteUsage: async () => (await import('../features/diagnostics/usage-screen')).UsageScreen,
  /** Search what the services wrote down. */
  logs: async () => (await import('../features/diagnostics/logs/logs-screen')).LogsScreen,
  /** Invite people, and say what each account may. */
  accounts: async () => (await import('../features/accounts/accounts-screen')).AccountsScreen,
  /** See where one is signed in, and which programs act for one. */
  account: async () => (await import('../features/account/account-screen')).AccountScreen,
  /** See who did what to what, from where. */
  audit: async () => (await import('../features/audit/audit-screen')).AuditScreen,
  /** See how the installation is doing, and drain a node. */
  system: async () => (await import('../features/diagnostics/system/system-screen')).SystemScreen,
  /** Manage the labelling projects of the vendors. */
  manuscripts: async () => (await import('../features/manuscripts/manuscripts-screen')).ManuscriptsScreen,
  /** Create a labelling project for a vendor. */
  manuscriptCreate: async () =>
    (await import('../features/manuscripts/manuscript-create-screen')).ManuscriptCreateScreen,
  /** See one labelling project and change its status. */
  manuscriptView: async () =>
    (await import('../features/manuscripts/manuscript-view-screen')).ManuscriptViewScreen,
  /** See every call and socket of this deployment with its parameters, bodies and answers. */
  docs: async () => (await import('../features/docs/docs-screen')).DocsScreen,
}

/** Opened signed in or not. */
export const loadInvitation: LoadScreen = async () =>
  (await import('./invitation/invitation-screen')).InvitationScreen

/** One meeting, seen from its sides. */
export const meetingViews: ReadonlySet<RouteName> = new Set([
  'live',
  'past',
  'audioLedgersStats',
  'pastStats',
  'logs',
  'pastTrainable',
])

/** What the views of a meeting share. */
export const loadMeetingHub: LoadScreen = async () =>
  (await import('../shared/meeting-hub/meeting-hub-layout')).MeetingHubLayout
