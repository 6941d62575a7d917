import { TrainingRoom, type TrainingRoomOptions } from '@livetap/session'
import { useEffect, useState } from 'react'
import { rememberedSpeed } from '../../shared/playback-speed'
import { useApi, useUser } from '../../shared/session/session-context'
import { useToasts } from '../../shared/ui/feedback/toasts'

/** What a training room needs of the page around it. */
export function useRoomOptions(): Omit<TrainingRoomOptions, 'region'> {
  const api = useApi()
  const { id: userId } = useUser()
  const notify = useToasts()
  const [options] = useState(() => ({
    api,
    userId,
    storage: localStorage,
    createMedia: () => new Audio(),
    notify,
  }))
  return options
}

/** Ready for a trainer: with the speed of last time, and a warning where leaving would lose a text. */
export function openRoom(room: TrainingRoom): () => void {
  room.player.player.setRate(rememberedSpeed())
  const warn = (event: BeforeUnloadEvent) => {
    if (room.edits.isAtRisk) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  return () => {
    window.removeEventListener('beforeunload', warn)
    room.dispose()
  }
}

/** A room for as long as the screen is open; another region is another room. */
export function useTrainingRoom(region: string | undefined): TrainingRoom | undefined {
  const options = useRoomOptions()
  const [room, setRoom] = useState<TrainingRoom>()
  useEffect(() => {
    const made = new TrainingRoom({ ...options, region })
    setRoom(made)
    return openRoom(made)
  }, [options, region])
  return room
}
