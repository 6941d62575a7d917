/** The documents' numbers. Units are in the names. */
export const TOAST_MS = 3500
/** Ours: how long what was done can be taken back. */
export const UNDO_MS = 10_000
export const TOOLTIP_OPEN_MS = 250
export const TOOLTIP_CLOSE_MS = 400
export const CALL_TIMEOUT_MS = 30_000

export const TOKEN_CACHE_KEY = 'livetap.token'
export const TOKEN_REFRESH_LEAD_MS = 30_000
/** How long the embedded sign-on takes a rotated refresh token again whose successor was not used: its answer may have been lost. */
export const TOKEN_REFRESH_GRACE_MS = 60_000

export const RECORDER_BLOCK_SAMPLES = 1024
export const METER_FFT_SIZE = 512
export const METER_SMOOTHING = 0.75
export const RAW_BUFFER_TIMEOUT_MS = 120_000
export const AUDIO_INIT_TIMEOUT_MS = 120_000

export const ASR_CHUNK_BYTES = 512
export const ASR_MAX_CONSECUTIVE_ERRORS = 5
export const ASR_DEFAULT_WEIGHT = 0.6

export const HOTWORD_PING_MS = 2000
export const HOTWORD_PONG_DELAY_MS = 10_000
export const HOTWORD_RETRIES = 3
export const HOTWORD_FAILURES = 2
export const HOTWORD_RECONNECT_CODE = 4999
export const HOTWORD_MAX_CONNECT_ERRORS = 5
export const COMMAND_DURATION = '10s'
/** How long one may go off the record by one click; the first is COMMAND_DURATION. */
export const OFF_THE_RECORD_SECONDS = [10, 30, 60, 300, 600] as const
export const COMMAND_SOURCE = 'desktop'

export const UPLOAD_CHUNK_BYTES = 5_767_168
export const UPLOAD_CHUNK_TIMEOUT_MS = CALL_TIMEOUT_MS * 100
export const UPLOAD_ENDINGS = [
  '.wav',
  '.pcm',
  '.mp3',
  '.m4a',
  '.flac',
  '.aac',
  '.aiff',
  '.oga',
  '.mp4',
] as const

export const DEFAULT_MEETING_RECORDS = 99
export const DEFAULT_LANGUAGE = 'en-US'
export const DEFAULT_CSI = 0

/** The stages of offline processing in the order they run; a meeting shows the name of its own. */
export const PIPELINE_STAGES = [
  'probe',
  'normalise',
  'peaks',
  'voice activity',
  'recognition',
  'diarization',
  'ensemble',
  'highlights',
  'shards',
  'statistics',
] as const
/** What a meeting shows as its stage before the first of them. */
export const WAITING_STAGES: readonly string[] = ['', 'upload', 'queued']
export const PAST_POLL_ATTEMPTS = 60
export const PAST_POLL_MS = 5000
export const VIDEO_DELAY_MS = 5000
export const AUTO_SCROLL_MS = 600
/** From here on a live screen says how far the text is behind the speech. */
export const BEHIND_MS = 3000
export const INPUT_THROTTLE_MS = 1000 / 60
export const VIDEO_WIDTH = 640
export const VIDEO_HEIGHT = 360

export const ARCHIVE_POLL_MS = 10_000
export const HOUR_MS = 3_600_000
export const STATS_LINK_LEAD_MS = 30_000
export const LEDGER_WINDOW_MS = 86_400_000
export const PICKER_STEP_MINUTES = 15

export const SHARD_MIN_LENGTH_MS = 5000
export const SHARD_MAX_LENGTH_MS = 21_000
export const HOURS_STEP = 0.01
export const PROGRESS_ORANGE_PERCENT = 50
export const PROGRESS_GREEN_PERCENT = 80

export const DO_NOT_RECORD_AUDIO = 'do_not_record_audio'
/** Stands for "no filter" in a manuscripts address. */
export const NO_FILTER = 'none'

export const ML_ENGINES = ['nutcracker', 'k2', 'it', 'google'] as const
export type MlEngine = (typeof ML_ENGINES)[number]
export const DEFAULT_ML_ENGINE: MlEngine = 'nutcracker'

export const SITES = ['cisco_contact_center', 'cisco_webex', 'contact-center-93h'] as const
export const SHARDERS = ['vadmarker', 'diarized'] as const
export const VENDORS = { dummyvendor: 'Dummy', captionmax: 'CaptionMax', lionbridge: 'Lionbridge' } as const
export const MANUSCRIPT_STATUSES = [
  'none',
  'processing',
  'pending',
  'ready',
  'completed',
  'deleted',
  'closed',
] as const
