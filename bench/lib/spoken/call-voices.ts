import type { Voice } from './spoken-clips'

/** What the thresholds were chosen on; kept here so that no one measures on it. Of Piper's voices: all but the kept ones. */
export const developmentVoices: Voice[] = [
  { synthesiser: 'espeak-ng', name: 'en-us' },
  { synthesiser: 'espeak-ng', name: 'en-gb' },
  { synthesiser: 'espeak-ng', name: 'en-us+f2' },
  { synthesiser: 'espeak-ng', name: 'en-us+m3' },
  { synthesiser: 'flite', name: 'kal16' },
  { synthesiser: 'flite', name: 'rms' },
  { synthesiser: 'flite', name: 'awb' },
  { synthesiser: 'festival', name: 'kal_diphone' },
]

export const roboticVoices: Voice[] = [
  { synthesiser: 'espeak-ng', name: 'en-gb-scotland' },
  { synthesiser: 'espeak-ng', name: 'en-gb-x-rp' },
  { synthesiser: 'espeak-ng', name: 'en-029' },
  { synthesiser: 'espeak-ng', name: 'en-us-nyc' },
  { synthesiser: 'flite', name: 'slt' },
  { synthesiser: 'flite', name: 'kal' },
  { synthesiser: 'festival', name: 'cmu_us_slt_arctic_hts' },
]

const PIPER_VOICES = 904
/** The voices that the network was trained on leave these out. */
export const piperVoices = Array.from({ length: PIPER_VOICES }, (_, voice) => voice).filter(
  voice => voice % 15 === 7,
)

/** American and British ones; nothing was trained or tuned on this synthesiser. */
export const kokoroVoices = [
  'af_alloy',
  'af_aoede',
  'af_bella',
  'af_heart',
  'af_jessica',
  'af_kore',
  'af_nova',
  'af_river',
  'af_sarah',
  'af_sky',
  'am_adam',
  'am_echo',
  'am_eric',
  'am_fenrir',
  'am_liam',
  'am_michael',
  'am_onyx',
  'am_puck',
  'bf_alice',
  'bf_emma',
  'bf_isabella',
  'bf_lily',
  'bm_daniel',
  'bm_fable',
  'bm_george',
  'bm_lewis',
]
