type Scheme = 'light' | 'dark'

/** Hues that stay apart in both themes and for the colour-blind. */
const hues = ['blue', 'orange', 'teal', 'grape', 'lime', 'red']

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** A canvas takes no CSS variables: their values are read when it is drawn. */
export const seriesColour = (scheme: Scheme, at: number) =>
  colour(`--mantine-color-${hues[at % hues.length]}-${scheme === 'dark' ? 4 : 6}`)

/** The same colour for what is no canvas. */
export const seriesCss = (at: number): string => {
  const hue = hues[at % hues.length]
  return `light-dark(var(--mantine-color-${hue}-6), var(--mantine-color-${hue}-4))`
}

export function axisStyle(scheme: Scheme) {
  const line = colour(scheme === 'dark' ? '--mantine-color-dark-5' : '--mantine-color-gray-2')
  return {
    stroke: colour(scheme === 'dark' ? '--mantine-color-dark-1' : '--mantine-color-gray-7'),
    font: `12px ${getComputedStyle(document.body).fontFamily}`,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  }
}

/** Each on top of those after it: the first is drawn first and shows above the others. */
export const stacked = (values: readonly number[], at: number) =>
  values.slice(at).reduce((sum, value) => sum + value, 0)
