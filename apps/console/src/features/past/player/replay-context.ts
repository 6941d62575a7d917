import type { NowPlaying, PastSession, PlayerState, Replay, ReplayData } from '@livetap/session'
import { createContext, useContext } from 'react'
import { useStore } from '../../../shared/use-store'

export interface ReplayRoom {
  replay: Replay
  /** Absent in local mode: nothing can be changed on a server. */
  session: PastSession | undefined
  /** Whether the user may change the text, its speakers and highlights. */
  mayEdit: boolean
  /** Without a session: there is no sound, which is no failure. */
  isSoundless?: boolean
  /** Without a session: asks for the sound once more. */
  retryAudio?: () => Promise<void>
}

export const ReplayContext = createContext<ReplayRoom | null>(null)

export function useRoom(): ReplayRoom {
  const room = useContext(ReplayContext)
  if (!room) throw new Error('outside a replay')
  return room
}

export function useReplayData(replay: Replay): ReplayData {
  return useStore(replay)
}

/** What changes the text and its speakers: absent in local mode, to those who may not, and while the text is provisional. */
export function useEditing(): PastSession | undefined {
  const { replay, session, mayEdit } = useRoom()
  return useStore(replay, ({ isProvisional }) => isProvisional) || !mayEdit ? undefined : session
}

/** One value of the player's state; every seek changes some of them, and few parts of the screen mind. */
export function usePlayer<T>(replay: Replay, pick: (state: PlayerState) => T): T {
  return useStore(replay.player, pick)
}

export function useIsReady(replay: Replay): boolean {
  return useStore(replay.player, () => replay.player.isReady)
}

/** One value of what plays now: a component renders when that value changes and never for the rest. */
export function useNowPlaying<T extends string | number | boolean>(
  replay: Replay,
  pick: (now: NowPlaying) => T,
): T {
  return useStore(replay.follower, pick)
}
