/** The embedded sign-in page's own words: the documents know no such page. */
export const signInTexts = {
  product: 'Livetap',
  title: 'Sign in to Livetap',
  lead: 'Sign in with your account on this server.',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  wrongCredentials: 'The e-mail address or the password is not right.',
  busy: 'Too many people are signing in at this moment. Try again in a few seconds.',
  throttled: (seconds: number) =>
    `Too many failed sign-ins. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`,
  gone: 'This sign-in is no longer open.',
  goneLead: 'It was finished, left open too long, or started in another browser.',
  failed: 'Signing in did not work.',
  back: 'Go to Livetap',
} as const
