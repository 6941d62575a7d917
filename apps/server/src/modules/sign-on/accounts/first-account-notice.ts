import type { FirstAccount } from './account.service'

/** For the terminal that starts the server, once; never through the log. */
export function firstAccountNotice({ email, generatedPassword }: FirstAccount): string {
  return generatedPassword
    ? `First sign-in, shown only this once:\n  e-mail    ${email}\n  password  ${generatedPassword}\n`
    : `First sign-in: ${email} with the password of LIVETAP_ADMIN_PASSWORD\n`
}
