/** Sign-in, startup and remote calls. */
export const accessTexts = {
  waitingEnvironment: 'Waiting for environment variables...',
  waitingAuthentication: 'Waiting for app authentication...',
  waitingUser: 'Waiting for user identity...',
  login: 'Login with single sign-on',
  loginInProgress: 'Please wait...',
  logout: 'Logout',
  failedInitEnv: (message: string) => `Failed init env variables: ${message}`,
  failedInitAuth: (message: string) => `Failed init auth: ${message}`,
  failedInitUser: (message: string) => `Failed init user: ${message}`,
  failedCodeExchange: "Can't fetch token based on ?code=...",
  authNotReady: 'API call failed -> Auth not ready',
  callTimeout: (url: string) => `Api call timeout: ${url}`,
  callCancelled: 'cancel',
  clientException: 'Client Exception',
  serverException: 'Server Exception',
  meetingNotReady: 'Meeting is not yet ready',
} as const
