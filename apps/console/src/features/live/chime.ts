const NOTES_HZ = [660, 880]
const NOTE_S = 0.12
const LEVEL = 0.05

export interface Chime {
  play: () => void
  dispose: () => void
}

/** Two soft notes. The context is made with the first of them: a meeting without EVA needs none. */
export function createChime(): Chime {
  let context: AudioContext | undefined
  return {
    play() {
      context ??= new AudioContext()
      for (const [at, hz] of NOTES_HZ.entries()) {
        const note = new OscillatorNode(context, { frequency: hz })
        const level = new GainNode(context, { gain: LEVEL })
        note.connect(level).connect(context.destination)
        const start = context.currentTime + at * NOTE_S
        note.start(start)
        note.stop(start + NOTE_S)
      }
    },
    dispose() {
      void context?.close()
      context = undefined
    },
  }
}
