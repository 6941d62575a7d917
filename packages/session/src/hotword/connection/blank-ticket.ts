/** An address as it may be shown: its ticket opens a connection and is nobody else's business. */
export const blankTicket = (address: string): string => address.replace(/([?&]ticket=)[^&]*/g, '$1•••')
