import {
  createSpeech,
  type EngineRegistry,
  LocalEmbedder,
  RemoteEmbedder,
  type SpeechServices,
  type TextEmbedder,
  type TranslatorRegistry,
} from '@livetap/speech'
import { capacityOf } from '../config/capacity'
import type { Config } from '../config/config'
import type { Log } from '../log/log'
import type { Scope } from '../scope'

export interface Speech extends Pick<SpeechServices, 'nutcracker' | 'diarizer'> {
  engines: EngineRegistry
  translation: TranslatorRegistry
  /** Of this machine, or of the server that the configuration names. */
  embedder: TextEmbedder
}

/** In place of this machine's own. */
export type SpeechOverrides = Partial<Pick<Speech, 'engines' | 'translation' | 'embedder'>>

export const openEmbedder = ({
  embeddings,
  modelsDir,
}: Pick<Config, 'embeddings' | 'modelsDir'>): TextEmbedder =>
  embeddings ? new RemoteEmbedder(embeddings) : new LocalEmbedder({ modelsRoot: modelsDir })

/** The engines of this machine. Nothing of them runs before it is used. */
export function openSpeech(config: Config, log: Log, scope: Scope, overrides: SpeechOverrides): Speech {
  const speech = createSpeech({
    modelsRoot: config.modelsDir,
    whisper: config.whisper,
    onNotice: notice => log.info(notice),
    env: { ...process.env, LIVETAP_TRANSLATE_URL: config.translateUrl },
    // One core per recording: more workers are how an installation uses more cores.
    ...(config.role === 'worker' && { processes: capacityOf(config), threads: 1 }),
  })
  scope.own('speech', speech, speech => speech.close())
  const { engines, translation } = overrides
  const embedder = overrides.embedder ?? openEmbedder(config)
  scope.own('embedder', embedder, embedder => embedder.close())
  if (engines) scope.own('engines', engines, engines => engines.close())
  if (translation) scope.own('translation', translation, translation => translation.close())
  const { nutcracker, diarizer } = speech
  return {
    nutcracker,
    diarizer,
    engines: engines ?? speech.registry,
    translation: translation ?? speech.translation,
    embedder,
  }
}
