import { SileroVoiceActivity, XVectorDiarizer } from './diarization/xvector-diarizer'
import type { SpeechEngine } from './engine'
import { EngineRegistry } from './engine-registry'
import { NutcrackerEngine } from './nutcracker/nutcracker-engine'
import type { RecognizerPoolOptions } from './pool/recognizer-pool'

export interface SpeechConfig extends RecognizerPoolOptions {
  env?: NodeJS.ProcessEnv
}

export interface SpeechServices {
  registry: EngineRegistry
  nutcracker: NutcrackerEngine
  diarizer: XVectorDiarizer
  voiceActivity: SileroVoiceActivity
  close(): Promise<void>
}

/** Every engine of this machine, by the product's configuration. */
export function createSpeech(config: SpeechConfig = {}): SpeechServices {
  const nutcracker = new NutcrackerEngine(config)
  const engines: SpeechEngine[] = [nutcracker]
  const registry = new EngineRegistry(engines)
  return {
    registry,
    nutcracker,
    diarizer: new XVectorDiarizer(nutcracker.pool),
    voiceActivity: new SileroVoiceActivity(nutcracker.pool),
    close: () => registry.close(),
  }
}
