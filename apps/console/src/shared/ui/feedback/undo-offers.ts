import { UndoOffers } from '@livetap/session'

/** What can be taken back now: one for the whole app, since an offer goes on across screens. */
export const undoOffers = new UndoOffers()
