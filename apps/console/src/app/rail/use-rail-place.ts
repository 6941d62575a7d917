import { useMediaQuery } from '@mantine/hooks'
import { useMatches } from 'react-router'
import { useStore } from '../../shared/use-store'
import { railState } from './rail-state'

const BAR = '(width < 600px)'
/** Labels take 200 px, icons 48. */
const ROOM_FOR_LABELS = '(width >= 1100px)'
/** From 1,410 px on the list of /past has 760 px, and 650 are beside it for the video. */
const NO_ROOM_ON_PAST = '(1410px <= width < 1458px)'
const ROOM_FOR_LABELS_ON_PAST = '(width >= 1610px)'

interface RailPlace {
  /** `bar`: at the bottom of a small window. `hidden`: behind a button of the top bar. `docked`: labels beside the screen. */
  place: 'bar' | 'hidden' | 'icons' | 'docked'
  /** Whether labels could stay beside the screen. */
  hasRoom: boolean
}

export function useRailPlace(): RailPlace {
  const isPast = useMatches().at(-1)?.id === 'past'
  const isPinned = useStore(railState, state => state.isPinned)
  const isBar = useMedia(BAR)
  const isTight = useMedia(NO_ROOM_ON_PAST)
  const hasRoom = useMedia(isPast ? ROOM_FOR_LABELS_ON_PAST : ROOM_FOR_LABELS)
  if (isBar) return { place: 'bar', hasRoom }
  if (isPast && isTight) return { place: 'hidden', hasRoom }
  return { place: isPinned && hasRoom ? 'docked' : 'icons', hasRoom }
}

const useMedia = (query: string): boolean => useMediaQuery(query, false, { getInitialValueInEffect: false })
