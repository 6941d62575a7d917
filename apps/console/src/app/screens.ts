import { type RouteName, texts } from '@livetap/contract'
import type { ComponentType } from 'react'

export interface ScreenEntry {
  title: string
  /** One sentence: what the screen is for. */
  purpose: string
  /** Loads the screen on demand. Absent: an honest "not built yet" page stands at its address. */
  load?: () => Promise<ComponentType>
}

/** Every screen behind the sign-in, by the name of its route. A new screen adds its `load` here. */
export const screens: Record<Exclude<RouteName, 'login'>, ScreenEntry> = {
  launcher: {
    title: 'Start',
    purpose: 'Choose a mode, fill its fields, start it.',
    load: async () => (await import('../features/launcher/launcher-screen')).LauncherScreen,
  },
  live: {
    title: 'Live meeting',
    purpose: 'Follow a running meeting with the assistant: transcripts, highlights, translations.',
    load: async () => (await import('../features/live/live-screen')).LiveScreen,
  },
  liveAsr: {
    title: 'Live ASR',
    purpose: 'Speak into the microphone and read what the recogniser hears.',
    load: async () => (await import('../features/live-asr/live-asr-screen')).LiveAsrScreen,
  },
  past: {
    title: texts.past.title,
    purpose: 'Replay an ended meeting with its transcript, highlights, audio and video in step.',
    load: async () => (await import('../features/past/past-screen')).PastScreen,
  },
  pastLocal: {
    title: texts.past.titleLocal,
    purpose: 'Replay a transcripts file and an audio file of this computer.',
    load: async () => (await import('../features/past/past-local-screen')).PastLocalScreen,
  },
  pastTrainable: {
    title: 'Trainable meeting',
    purpose: 'Read and hear the utterances of a meeting in the training data.',
  },
  pastStats: {
    title: 'Meeting stats',
    purpose: 'See what the logs say about one meeting.',
    load: async () => (await import('../features/diagnostics/past-stats-screen')).PastStatsScreen,
  },
  audioLedgersStats: {
    title: 'Audio ledger',
    purpose: 'See the audio events of one meeting in their order.',
    load: async () => (await import('../features/diagnostics/ledger-screen')).LedgerScreen,
  },
  pastTrain: { title: 'Training data', purpose: 'Review, edit and download the utterances of a region.' },
  userLiveMeetings: { title: 'My live meetings', purpose: 'List the running meetings hosted by you.' },
  userPastMeetings: { title: 'My past meetings', purpose: 'List the ended meetings hosted by you.' },
  webexMeeting: { title: 'Webex meeting', purpose: 'Look up one meeting of the conferencing provider.' },
  filteredMeetings: { title: 'Meetings', purpose: 'List the meetings of one number and date range.' },
  vendorTags: { title: 'Vendor tags', purpose: 'Read all tags out of a zip of vendor transcripts.' },
  clusterCapacities: {
    title: 'Cluster capacities',
    purpose: 'See how many calls each discovery-worker cluster can take.',
    load: async () => (await import('../features/diagnostics/capacities-screen')).CapacitiesScreen,
  },
  trainableShard: { title: 'Trainable shard', purpose: 'See one training shard with its audio and fields.' },
  perSiteUsage: {
    title: 'Per-site usage',
    purpose: 'See how much each site used the service, day by day.',
    load: async () => (await import('../features/diagnostics/usage-screen')).UsageScreen,
  },
  logs: {
    title: 'Logs',
    purpose: 'Search what the services wrote down.',
    load: async () => (await import('../features/diagnostics/logs/logs-screen')).LogsScreen,
  },
  system: {
    title: 'System',
    purpose: 'See how the installation is doing, and drain a node.',
    load: async () => (await import('../features/diagnostics/system-screen')).SystemScreen,
  },
  manuscripts: { title: 'Manuscripts', purpose: 'Manage the labelling projects of the vendors.' },
  manuscriptCreate: { title: 'New manuscript project', purpose: 'Create a labelling project for a vendor.' },
  manuscriptView: {
    title: 'Manuscript project',
    purpose: 'See one labelling project and change its status.',
  },
  docs: {
    title: 'API documentation',
    purpose: 'See every call and socket of this deployment with its parameters, bodies and answers.',
    load: async () => (await import('../features/docs/docs-screen')).DocsScreen,
  },
}
