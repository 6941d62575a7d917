/** Everything of a meeting lies under one prefix, so that deleting the prefix deletes it all. */
export const meetingPrefix = (meetingId: string) => `meetings/${meetingId}/`

/** What each person of an ended call said, until the stages that need it apart are done. */
export const voiceFolder = (meetingId: string) => `${meetingPrefix(meetingId)}work/voices/`

/** Where each file of a meeting lies in the storage. */
export const meetingFiles = {
  /** As it was uploaded; `ending` without a dot. */
  recording: (meetingId: string, ending: string) => `${meetingPrefix(meetingId)}recording.${ending}`,
  /** 16 kHz FLAC with its length in the header. */
  audio: (meetingId: string) => `${meetingPrefix(meetingId)}audio.flac`,
  /** Streamable: its index is at the front. */
  video: (meetingId: string) => `${meetingPrefix(meetingId)}video.mp4`,
  /** The body of the peaks answer. */
  peaks: (meetingId: string) => `${meetingPrefix(meetingId)}peaks.json`,
  shard: (meetingId: string, shardId: string) => `${meetingPrefix(meetingId)}shards/${shardId}.flac`,
  /** One voice of an ended call, on the meeting's clock. */
  voice: (meetingId: string, number: number) => `${voiceFolder(meetingId)}${number}.flac`,
  /** What a stage keeps for the next one. */
  work: (meetingId: string, name: string) => `${meetingPrefix(meetingId)}work/${name}`,
} as const
