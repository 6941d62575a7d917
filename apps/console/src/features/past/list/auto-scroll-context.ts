import { createContext } from 'react'
import { AutoScroll } from './auto-scroll'

export const AutoScrollContext = createContext<AutoScroll>(new AutoScroll())
