import { BROKER_PREFIX, brokerPaths } from './broker-paths'
import { signInTexts as texts } from './sign-in-texts'

export interface Page {
  html: string
  headers: Record<string, string>
}

/** No script at all; the style sheet, the icon, the form and its way back are this origin's. */
const headers = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // Not `no-referrer`: with that a browser hides the origin of the form, which is checked.
  'referrer-policy': 'same-origin',
}

export interface SignInForm {
  action: string
  email: string
  problem?: string
}

export function signInPage({ action, email, problem }: SignInForm): Page {
  const described = problem ? ' aria-describedby="problem" aria-invalid="true"' : ''
  return page(
    texts.title,
    `<p class="lead">${escaped(texts.lead)}</p>
${problem ? `<p class="problem" id="problem" role="alert">${escaped(problem)}</p>` : ''}
<form method="post" action="${escaped(action)}">
  <label for="email">${escaped(texts.email)}</label>
  <input id="email" name="email" type="email" autocomplete="username" required maxlength="320" value="${escaped(email)}"${described}${email ? '' : ' autofocus'}>
  <label for="password">${escaped(texts.password)}</label>
  <input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${described}${email ? ' autofocus' : ''}>
  <button type="submit">${escaped(texts.submit)}</button>
</form>`,
  )
}

export const gonePage = (): Page => noticePage(texts.gone, texts.goneLead)

export const errorPage = (description: string): Page => noticePage(texts.failed, description)

const noticePage = (heading: string, lead: string) =>
  page(
    heading,
    `<p class="lead">${escaped(lead)}</p>\n<p><a class="button" href="/">${escaped(texts.back)}</a></p>`,
  )

const page = (heading: string, body: string): Page => ({
  headers,
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(heading === texts.title ? heading : `${heading} · ${texts.product}`)}</title>
<link rel="icon" href="/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="${BROKER_PREFIX}${brokerPaths.signInStyle}">
</head>
<body>
<main>
<p class="mark"><svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="M3 10v4M7.5 6v12M12 9v6M16.5 3v18M21 10v4"/></svg>${escaped(texts.product)}</p>
<h1>${escaped(heading)}</h1>
${body}
</main>
</body>
</html>
`,
})

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, character => entities[character]!)
