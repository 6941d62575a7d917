/** An address as it may be shown: its ticket opens a connection and must stay secret. */
export const blankTicket = (address: string): string => address.replace(/([?&]ticket=)[^&]*/g, '$1•••')
