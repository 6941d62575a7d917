/** Diagnostics, ledgers, training data, lists, manuscripts, tags, capacities and usage. */
export const statsTexts = {
  metrics: 'Metrics',
  values: 'Values',
  stackdriverUrl: 'Stackdriver Url',
  toGmt: 'Change Date To Gmt',
  toLocal: 'Change Date To Local',
  gmtDate: 'Gmt date!',
  localDate: 'Date is local!',
  openLedgers: 'Open Audio Ledgers Stats',
  openStackdriver: 'Open Stackdriver Stats',
  valueNotFound: 'Value Was Not Found',
  notDeleted: 'Meeting is not deleted',
  noReason: 'No Reason',
  notInLogs: 'Meeting was not found in stackdriver logs',
  failedDisplay: (message: string) => `Failed to display past meeting stats due to: ${message}`,
} as const

export const systemTexts = {
  drain: 'Drain',
  takeWorkAgain: 'Take work again',
  drainTitle: (pod: string) => `Drain ${pod}?`,
  drainMeans: (running: string) =>
    `It takes no new calls and recordings and counts as full until it takes work again. What runs on it (${running}) moves to other nodes that have places, and goes on here where none has.`,
  drainsLast: (work: string) =>
    `It is the only node that takes ${work}. Until it takes work again, none can be started anywhere.`,
  drainLast: (pod: string) => `Type ${pod} to drain it all the same`,
  keepWorking: 'Keep it working',
} as const

export const ledgerTexts = {
  title: (id: string) => `Meeting events (${id})`,
  fetching: 'Fetching meeting stats...',
  notFound: 'Meetings with current filters were not found.',
} as const

export const trainTexts = {
  save: 'Save',
  cancel: 'Cancel',
  restore: 'Restore',
  emptyText: 'An empty text cannot be saved',
  seeking: 'Seeking...',
  playing: 'Playing...',
  downloading: 'Downloading utterances!',
  processingLink: 'Processing download utterances link!',
  sendingAgain: 'Sending new request in 10 sec',
  awaitingLink: 'Waiting for its link',
  archiveRemovedWithMeeting: 'A meeting in it was deleted, and the archive with it',
  archiveExpired: (days: number) => `Archives are kept for ${days} days`,
  archiveCompleted: 'Utterances archive creation completed!',
  noRegion: 'Router client_region param is not matched....',
  failedLink: 'Failed getting utterances archive link!',
  archiveError: 'Download utterances archive error...',
  archiveDownloadIssue: 'Issue while downloading archive',
  failedFetch: (message: string) => `Fetching for trainable data was failed: ${message}`,
  utterancesFetchError: 'Meetings utterances fetch error...',
  fetchingTranscripts: 'Fetching meeting transcripts...',
  transcriptsNotFound: 'Meetings with current filters were not found.',
  fetchingShard: 'Fetching trainable shard details...',
  shardNotFound: 'Trainable Shard with current id was not found.',
  shardNotFoundToast: 'Trainable Shard with current id was not found',
  exitingShard: 'Exiting trainable shard details...',
  shardClosed: 'Trainable shard details successfully closed',
} as const

export const meetingListTexts = {
  idNotFoundMarker: 'Id was not found',
  idNotFound: 'Meeting id was not found',
  noLiveMeetings: 'User live meetings were not found.',
  noPastMeetings: 'User past meetings were not found.',
  fetchingWebex: 'Fetching webex meeting...',
  webexNotFound: 'Webex meeting was not found.',
  webexNotFoundWithParams: 'Failed to found webex meeting with given params',
  exitingWebex: 'Exiting webex meeting page...',
  webexClosed: 'Webex meeting successfully closed',
  fetchingMeetings: 'Fetching the meetings...',
  meetingsNotFound: 'Meetings with current filters were not found.',
  meetingsNotFoundToast: 'Meeting with current filters were not found.',
} as const

export const vendorTagTexts = {
  fetching: 'Fetching vendor tags...',
  notFound: 'Vendor tags were not found',
  notFoundToast: 'Vendor tags were not found.',
} as const

export const capacityTexts = {
  reload: 'Reload Capacities',
  fetching: 'Fetching discovery worker cluster capacities...',
  notFound: 'Discovery worker cluster capacities were not found.',
  exiting: 'Exiting discovery clusters capacities page...',
  closed: 'Discovery cluster capacities page successfully closed',
  counted:
    'Calls Count is what runs now: live meetings, and recordings that are processed. Calls Availability is how many more the cluster takes before it is full.',
} as const

export const usageTexts = {
  fetching: 'Fetching per site usage stats...',
  notFound: 'Site usage stats with current filter was not found.',
  notFoundToast: 'Per site stats for selected date was not found',
  failedFetch: (message: string) => `Fetching per site usage stats data was failed: ${message}`,
  exiting: 'Exiting per site stats page...',
  closed: 'Per site stats successfully closed',
  counted:
    'Counted are the meetings that began on each day (UTC), live ones and recordings, by the site they belong to; those that were deleted later count too.',
} as const

export const manuscriptTexts = {
  addProject: 'Add project',
  closeProject: 'Close project',
  activate: 'Activate',
  markCompleted: 'Mark as completed',
  delete: 'Delete',
  view: 'View',
  undefinedDate: 'Undefined',
  hasGlobalCsi: 'Has global CSI',
  hasParticipantCsi: 'Has participant CSI',
  submitting: 'Submitting...',
  hoursSumRule: 'Sum of train and eval hours should be greater than 0.',
  fetching: 'Fetching manuscript projects...',
  notFound: 'Projects with current filters were not found.',
  notFoundToast: 'Projects were not found.',
  notCreated: 'Project was not created.',
  created: 'Project was successfully created.',
  deleted: 'Project was successfully deleted.',
  notDeleted: 'Project was not deleted.',
  updatedOne: 'Manuscript was updated.',
  updatedMany: 'Manuscripts were updated.',
  notUpdatedOne: 'Manuscript was not updated.',
  notUpdatedMany: 'Manuscripts were not updated.',
  exiting: 'Exiting manuscripts page...',
  allChecked: (total: number) => `All ${total} matching projects are checked`,
  someChecked: (count: number) => `${count} checked`,
  checkingAll: (found: number, total: number) => `Checking all: ${found} of ${total}`,
  notAllChecked: (count: number, reason: string) => `Only ${count} could be checked: ${reason}`,
  updating: (done: number, total: number) => `Updating ${done} of ${total}`,
} as const
