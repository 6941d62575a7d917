import { createContext, type ReactNode } from 'react'

/** What several screens of one thing have in common: what it is, and the way from one to the other. */
export interface SharedHeading {
  heading: ReactNode
  views: ReactNode
}

export const SharedHeadingContext = createContext<SharedHeading | undefined>(undefined)
