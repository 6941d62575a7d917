import { useMediaQuery } from '@mantine/hooks'

/** Below this the columns stack, toolbars fold and the side panel is a drawer; the same number is in the CSS. */
const NARROW = '(width < 900px)'

export const useNarrow = (): boolean => useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
