/** Names by which the statistics screens ask for what happened; only those that a recording's processing can cause. */
export const metricNames = {
  recordingDuration: 'monitoring-recording-duration-set-hotword',
  recognitionStarted: 'monitoring-nutcracker-started-hotword',
  transcriptsGenerated: 'monitoring-final-transcript-sent-hotword',
  transcriptsEnhanced: 'monitoring-transcript-middleware-success',
  highlightsGenerated: 'monitoring-highlight-sent-to-transcriber-hotword',
  completed: 'monitoring-meeting-completed-successfully-hotword',
  endReason: 'monitoring-meeting-end-reason-wrapi',
} as const
