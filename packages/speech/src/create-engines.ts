import { SileroVoiceActivity, XVectorDiarizer } from './diarization/xvector-diarizer'
import { EngineRegistry } from './engine-registry'
import { GoogleEngine } from './google/google-engine'
import { K2Engine } from './k2/k2-engine'
import { NutcrackerEngine } from './nutcracker/nutcracker-engine'
import type { RecognizerPoolOptions } from './pool/recognizer-pool'
import { ItEngine } from './remote/it-engine'
import { Apertium } from './translation/apertium'
import { LibreTranslate } from './translation/libre-translate'
import { SpeechTranslator } from './translation/translate-speech'
import { TranslatorRegistry } from './translation/translator-registry'
import { whisperSettings } from './whisper/offline-whisper'

export interface SpeechConfig extends RecognizerPoolOptions {
  env?: NodeJS.ProcessEnv
}

export interface SpeechServices {
  registry: EngineRegistry
  nutcracker: NutcrackerEngine
  diarizer: XVectorDiarizer
  voiceActivity: SileroVoiceActivity
  translation: TranslatorRegistry
  speechTranslator: SpeechTranslator
  close(): Promise<void>
}

/** Every engine of this machine, by the product's configuration. Nothing is started before it is used. */
export function createSpeech(config: SpeechConfig = {}): SpeechServices {
  const env = config.env ?? process.env
  const whisper = config.whisper ?? whisperSettings.find(one => one === env.LIVETAP_WHISPER) ?? 'auto'
  const nutcracker = new NutcrackerEngine({ ...config, whisper })
  const { pool } = nutcracker
  const registry = new EngineRegistry([
    nutcracker,
    new K2Engine({ modelsRoot: pool.root }),
    new ItEngine({ url: env.LIVETAP_ENGINE_IT_URL, token: env.LIVETAP_ENGINE_IT_TOKEN }),
    new GoogleEngine({ credentials: env.GOOGLE_APPLICATION_CREDENTIALS }),
  ])
  const translation = new TranslatorRegistry([
    new LibreTranslate({ url: env.LIVETAP_TRANSLATE_URL }),
    new Apertium(),
  ])
  return {
    registry,
    nutcracker,
    diarizer: new XVectorDiarizer(pool),
    voiceActivity: new SileroVoiceActivity(pool),
    translation,
    speechTranslator: new SpeechTranslator(pool),
    close: async () => {
      await Promise.all([registry.close(), translation.close()])
    },
  }
}
