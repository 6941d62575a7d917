import type { TrainingRoom } from '@livetap/session'
import { createContext, useContext } from 'react'

export const TrainingContext = createContext<TrainingRoom | null>(null)

/** The room of the screen around it. */
export function useTraining(): TrainingRoom {
  const room = useContext(TrainingContext)
  if (!room) throw new Error('no training room around this component')
  return room
}
