import { filterOf, readAddress, TrainingSession } from '@livetap/session'
import { useEffect, useState } from 'react'
import { openRoom, useRoomOptions } from './use-training-room'

/** A session for as long as the screen shows this region with these filters. */
export function useTrainingSession(region: string, search: string): TrainingSession | undefined {
  const options = useRoomOptions()
  const [session, setSession] = useState<TrainingSession>()
  useEffect(() => {
    const filter = filterOf(readAddress(new URLSearchParams(search)))
    const made = new TrainingSession({ ...options, region, filter })
    setSession(made)
    void made.start()
    return openRoom(made.room)
  }, [options, region, search])
  return session
}
