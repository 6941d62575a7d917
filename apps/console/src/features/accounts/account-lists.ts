/** The lists of accounts and teams: a change of one refreshes all. */
export const ACCOUNTS = 'accounts'
