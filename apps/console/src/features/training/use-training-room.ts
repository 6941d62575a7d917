import { filterOf, readAddress, type Scope, TrainingRoom, TrainingSession } from '@livetap/session'
import { rememberedSpeed } from '../../shared/playback-speed'
import { useApi, useIsEmbedded, useUser } from '../../shared/session/session-context'
import { useSession } from '../../shared/session/use-session'
import { useToasts } from '../../shared/ui/feedback/toasts'

const ofThisPage = { storage: localStorage, createMedia: () => new Audio() }

/** A session for as long as the screen shows this region with these filters. */
export function useTrainingSession(region: string, search: string): TrainingSession | undefined {
  const api = useApi()
  const userId = useUser().id
  const notify = useToasts()
  const hasOrders = useIsEmbedded('trainable')
  return useSession(
    scope => {
      const address = readAddress(new URLSearchParams(search))
      const filter = filterOf(address)
      const order = (hasOrders && address.order) || undefined
      const session = new TrainingSession({ ...ofThisPage, api, userId, notify, region, filter, order })
      openRoom(session.room, scope)
      void session.start()
      return session
    },
    [api, userId, notify, region, search, hasOrders],
  )
}

/** A room for as long as the screen is open; another region is another room. */
export function useTrainingRoom(region: string | undefined): TrainingRoom | undefined {
  const api = useApi()
  const userId = useUser().id
  const notify = useToasts()
  return useSession(
    scope => openRoom(new TrainingRoom({ ...ofThisPage, api, userId, notify, region }), scope),
    [api, userId, notify, region],
  )
}

/** Ready for a trainer: with the speed of last time, and a warning where leaving would lose a text. */
function openRoom(room: TrainingRoom, scope: Scope): TrainingRoom {
  scope.add(room.dispose)
  scope.listen<BeforeUnloadEvent>(window, 'beforeunload', event => {
    if (room.edits.isAtRisk) event.preventDefault()
  })
  room.player.player.setRate(rememberedSpeed())
  return room
}
