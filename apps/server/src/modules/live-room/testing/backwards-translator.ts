import type { Translator } from '@livetap/speech'

/** Spells words backwards: the result is never mistaken for the text itself, and every machine has it. */
export const backwardsTranslator: Translator = {
  name: 'backwards',
  availability: async () => ({ available: true, pairs: [{ from: 'en', to: 'es' }] }),
  translate: async text => [...text].reverse().join(''),
  close: async () => {},
}
