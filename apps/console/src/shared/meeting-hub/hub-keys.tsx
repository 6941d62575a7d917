import { fillRoute, routes } from '@livetap/contract'
import type { MeetingHub } from '@livetap/session'
import { useNavigate } from 'react-router'
import { useShortcuts } from '../keys/use-shortcuts'
import { useViewLinks } from './view-links'

interface Props {
  hub: MeetingHub
  current: string | undefined
}

const keyOf: Record<string, string> = {
  audioLedgersStats: '3',
  pastStats: '4',
  logs: '5',
  pastTrainable: '6',
}

/** 1 and 2 belong to the tabs of the past view while that is open. */
export function HubKeys({ hub, current }: Props) {
  const navigate = useNavigate()
  const links = useViewLinks(hub)
  const past = fillRoute(routes.past, { meeting_id: hub.meetingId })
  const go = (to: string) => () => void navigate(to)
  const text = [
    { keys: '1', label: 'Show the transcripts', run: go(past) },
    { keys: '2', label: 'Show the highlights', run: go(`${past}?tab=highlights`) },
  ]
  useShortcuts([
    ...(current === 'past' || current === 'live' ? [] : text),
    ...links.flatMap(({ view, to, label }) => {
      const keys = keyOf[view]
      return keys && view !== current ? [{ keys, label: `Open the view: ${label}`, run: go(to) }] : []
    }),
  ])
  return null
}
