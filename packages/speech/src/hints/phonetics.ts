/** Features by which two phones differ; the distance is the share that differs. */
const vowels: Record<string, [height: number, back: number, round: number]> = {
  IY: [3, 0, 0],
  IH: [2.5, 0.3, 0],
  EY: [2, 0, 0],
  EH: [1.5, 0.2, 0],
  AE: [0.7, 0.3, 0],
  AA: [0, 1.5, 0],
  AO: [1, 2, 1],
  OW: [2, 2, 1],
  UH: [2.5, 1.7, 1],
  UW: [3, 2, 1],
  AH: [1.3, 1, 0],
  ER: [1.5, 1, 0.5],
  AY: [0.8, 0.8, 0],
  AW: [0.6, 1.3, 0.5],
  OY: [1.5, 1.2, 0.7],
}
const consonants: Record<string, [place: number, manner: string, voiced: boolean]> = {
  P: [0, 'stop', false],
  B: [0, 'stop', true],
  M: [0, 'nasal', true],
  F: [0.5, 'fric', false],
  V: [0.5, 'fric', true],
  W: [0.3, 'glide', true],
  TH: [1, 'fric', false],
  DH: [1, 'fric', true],
  T: [1.5, 'stop', false],
  D: [1.5, 'stop', true],
  N: [1.5, 'nasal', true],
  S: [1.5, 'fric', false],
  Z: [1.5, 'fric', true],
  L: [1.6, 'liquid', true],
  R: [2, 'liquid', true],
  SH: [2.2, 'fric', false],
  ZH: [2.2, 'fric', true],
  CH: [2.2, 'affr', false],
  JH: [2.2, 'affr', true],
  Y: [2.6, 'glide', true],
  K: [3, 'stop', false],
  G: [3, 'stop', true],
  NG: [3, 'nasal', true],
  HH: [3.5, 'fric', false],
}

/** 0 for the same phone, 1 for a vowel against a consonant. */
function phoneDistance(a: string, b: string): number {
  if (a === b) return 0
  const vowelA = vowels[a]
  const vowelB = vowels[b]
  if (vowelA && vowelB) {
    const apart =
      Math.abs(vowelA[0] - vowelB[0]) + Math.abs(vowelA[1] - vowelB[1]) + Math.abs(vowelA[2] - vowelB[2])
    return Math.min(0.6, 0.1 + apart * 0.12)
  }
  const a2 = consonants[a]
  const b2 = consonants[b]
  if (!a2 || !b2) return 1
  const manner = a2[1] === b2[1] ? 0 : 0.4
  const place = Math.min(0.4, Math.abs(a2[0] - b2[0]) * 0.2)
  return Math.min(0.9, 0.05 + manner + place + (a2[2] === b2[2] ? 0 : 0.1))
}

/** Vowels and glides come and go more easily than the rest. */
const dropCost = (phone: string) => (vowels[phone] ? 0.55 : /^(HH|Y|W|R)$/.test(phone) ? 0.5 : 0.75)

/** Edit distance of two pronunciations, relative to the longer one. */
export function soundDistance(left: readonly string[], right: readonly string[]): number {
  let previous = [0]
  for (const phone of right) previous.push(previous.at(-1)! + dropCost(phone))
  for (const a of left) {
    const row = [previous[0]! + dropCost(a)]
    right.forEach((b, j) => {
      row.push(
        Math.min(previous[j]! + phoneDistance(a, b), previous[j + 1]! + dropCost(a), row[j]! + dropCost(b)),
      )
    })
    previous = row
  }
  return previous.at(-1)! / Math.max(1, left.length, right.length)
}
