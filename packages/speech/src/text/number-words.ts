const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales: [number, string][] = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
  [1e3, 'thousand'],
  [100, 'hundred'],
]
const irregularOrdinals = new Map<string, string>(
  Object.entries({
    one: 'first',
    two: 'second',
    three: 'third',
    five: 'fifth',
    eight: 'eighth',
    nine: 'ninth',
    twelve: 'twelfth',
  }),
)

export function digitWords(digits: string): string[] {
  return [...digits].map(digit => small[Number(digit)]!)
}

export function cardinal(value: number): string[] {
  for (const [size, name] of scales) {
    if (value >= size) {
      const rest = value % size
      return [...cardinal(Math.floor(value / size)), name, ...(rest ? cardinal(rest) : [])]
    }
  }
  if (value < 20) return [small[value]!]
  const rest = value % 10
  return [tens[Math.floor(value / 10)]!, ...(rest ? [small[rest]!] : [])]
}

export function ordinal(value: number): string[] {
  const words = cardinal(value)
  const last = words.pop()!
  const irregular = irregularOrdinals.get(last)
  words.push(irregular ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`))
  return words
}

/** 1961 → nineteen sixty one, 2005 → two thousand five, 1900 → nineteen hundred. */
export function year(value: number): string[] {
  const century = Math.floor(value / 100)
  const rest = value % 100
  if (value >= 2000 && value < 2010) return cardinal(value)
  if (rest === 0) return [...cardinal(century), 'hundred']
  return [...cardinal(century), ...(rest < 10 ? ['oh', small[rest]!] : cardinal(rest))]
}
