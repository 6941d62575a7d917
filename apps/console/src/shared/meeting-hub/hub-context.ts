import type { MeetingHub } from '@livetap/session'
import { createContext, useContext } from 'react'

export const HubContext = createContext<MeetingHub | undefined>(undefined)

/** What the views of the open meeting share; absent on a screen of no meeting. */
export const useMeetingHub = (): MeetingHub | undefined => useContext(HubContext)
