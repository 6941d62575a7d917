import { fillRoute, openMeetingPath, routes, type ScreenName, texts } from '@livetap/contract'
import { getEnv } from '@livetap/contract/calls/env'
import { accessToken, authorize, logout as logoutCall, usersMe } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page, Route } from '@playwright/test'
import { hold } from './support/browser/hold'
import { keepToasts } from './support/browser/kept-toasts'
import { newSignedInState, signIn, withExpiredToken } from './support/sign-in'
import { expect, test } from './support/test'

const logout = (page: Page) => page.getByRole('button', { name: 'Logout' })
const login = (page: Page) => page.getByRole('button', { name: 'Login with single sign-on' })
const screen = (page: Page, name: string) => page.locator(`main[data-screen="${name}"]`)

/** On a paused clock: goes on frame by frame until the page shows what it now has to. */
async function framesUntil(page: Page, isDone: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(16)
    await isDone()
  }).toPass()
}

const refuse = (description: string) => (route: Route) =>
  route.fulfill({
    status: 500,
    json: { message: 'Server Exception', errors: [{ description }], trackingId: 'TRACK-1' },
  })

test.describe('signed out', () => {
  test.use({ signedIn: false })

  test('ACC-01 a signed-out user is sent to /login, and the asked-for address opens after signing in', async ({
    page,
  }) => {
    const wanted = `${fillRoute(routes.past, { meeting_id: 'a/b ü?' })}?t=12#x`
    await page.goto(wanted)
    await expect(page).toHaveURL('/login')
    await page.reload()
    await signIn(page)
    await expect(page).toHaveURL(wanted)
    await expect(screen(page, 'past')).toBeVisible()
  })

  test('ACC-01 ACC-25 every screen leads to /login without a toast', async ({ page }) => {
    for (const path of ['/', '/live', '/past-local', '/manuscripts/project/create', '/user/live/meetings']) {
      await page.goto(path)
      await expect(page).toHaveURL('/login')
      await expect(login(page)).toBeVisible()
    }
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(logout(page)).toHaveCount(0)
  })

  test('ACC-05 one button starts the sign-on and reads "Please wait..." meanwhile', async ({ page }) => {
    await page.goto('/login')
    const { reached, release } = await hold(page, `**${pathOf(authorize)}**`)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(1)
    // The page itself tells: while a navigation is under way, looking from outside waits for its end.
    const seen: string[] = []
    await page.exposeFunction('reportButton', (line: string) => seen.push(line))
    await page.evaluate(() => {
      const { reportButton } = window as unknown as { reportButton: (line: string) => void }
      const report = () => {
        const button = document.querySelector<HTMLButtonElement>('main button')
        reportButton(`${button?.textContent}, ${button?.disabled ? 'disabled' : 'enabled'}`)
      }
      new MutationObserver(report).observe(document.body, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      })
    })
    const clicked = login(page).click()
    await expect.poll(() => seen.at(-1)).toBe('Please wait..., disabled')
    await reached
    release()
    await clicked
    await expect(page.locator('input[name="email"]')).toBeVisible()
    await page.goBack()
    await expect(login(page)).toBeEnabled()
  })

  test('ACC-10 ?error= is reported', async ({ page }) => {
    await keepToasts(page)
    await page.goto('/?error=access_denied&error_description=Not%20today')
    await expect(page.getByText('Failed init auth: Not today')).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  test('ACC-10 a code that gives no token says so, and the code is gone from the address', async ({
    page,
  }) => {
    await keepToasts(page)
    await page.goto('/?code=made-up&state=made-up')
    await expect(page.getByText("Can't fetch token based on ?code=...")).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  test('ACC-10 a code the sign-on refuses says so in its words', async ({ page }) => {
    await keepToasts(page)
    await page.route(`**${pathOf(accessToken)}`, async route => {
      const body = new URLSearchParams(route.request().postData() ?? '')
      body.set('code', 'another')
      await route.continue({ postData: body.toString() })
    })
    await page.goto('/login')
    await login(page).click()
    await page.locator('input[name="email"]').fill('ann@example.org')
    await page.locator('input[name="password"]').fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText("Can't fetch token based on ?code=...")).toBeVisible()
    await expect(page.getByText(/^Failed init auth: /)).toBeVisible()
    await expect(page).toHaveURL('/login')
  })

  test('ACC-18 toasts last 3500 ms, and hovering holds them', async ({ page }) => {
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto('/?error=access_denied')
    const toast = page.getByText('Failed init auth: access_denied')
    await expect(toast).toBeVisible()
    await page.clock.runFor(3400)
    await expect(toast).toBeVisible()
    await page.clock.runFor(100)
    await framesUntil(page, () => expect(toast).toHaveCount(0, { timeout: 100 }))

    await page.goto('/?error=server_error')
    const held = page.getByText('Failed init auth: server_error')
    await held.hover()
    await page.clock.runFor(20_000)
    await expect(held).toBeVisible()
    await page.mouse.move(10, 10)
    await page.clock.runFor(3500)
    await framesUntil(page, () => expect(held).toHaveCount(0, { timeout: 100 }))
  })

  test('ACC-18 tooltips open after 250 ms and close after 400 ms', async ({ page }) => {
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.goto('/login')
    const tooltip = page.getByRole('tooltip')
    await page.getByRole('button', { name: /^Theme/ }).hover()
    await page.clock.runFor(240)
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(10)
    await framesUntil(page, () => expect(tooltip).toBeVisible({ timeout: 100 }))
    await page.mouse.move(300, 600)
    await page.clock.runFor(390)
    await expect(tooltip).toBeVisible()
    await page.clock.runFor(10)
    await framesUntil(page, () => expect(tooltip).toHaveCount(0, { timeout: 100 }))
  })
})

test('ACC-02 a signed-in user who opens /login goes to the launcher', async ({ page }) => {
  await page.goto('/login')
  await expect(page).toHaveURL('/')
  await expect(screen(page, 'launcher')).toBeVisible()
})

test('ACC-03 until ready there is only a message, a distinct one for each step', async ({
  browser,
  server,
}) => {
  // An expired token makes the authentication a call that can be held.
  const storageState = withExpiredToken(await newSignedInState(browser, server.origin))
  const context = await browser.newContext({ baseURL: server.origin, storageState })
  const page = await context.newPage()
  const env = await hold(page, `**${pathOf(getEnv)}`)
  const token = await hold(page, `**${pathOf(accessToken)}`)
  const user = await hold(page, '**/Users/me')
  await page.goto('/')
  await expect(page.getByText('Waiting for environment variables...')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  env.release()
  await expect(page.getByText('Waiting for app authentication...')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  token.release()
  await expect(page.getByText('Waiting for user identity...')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  user.release()
  await expect(logout(page)).toBeVisible()
  await context.close()
})

test('ACC-04 ACC-21 the top bar of every page shows the user of Users/me and Logout', async ({ page }) => {
  const asked = page.waitForRequest(`**${pathOf(usersMe)}`)
  await page.goto('/')
  expect((await asked).headers().authorization).toMatch(/^Bearer ./)
  for (const path of ['/', '/past/x', '/vendor_tags', '/nothing/here']) {
    await page.goto(path)
    await expect(page.getByTestId('user-label')).toHaveText('ann@example.org')
    await expect(logout(page)).toBeVisible()
  }
})

test('ACC-06 a failed environment toasts, aborts the rest and can be tried again', async ({ page }) => {
  let asked = 0
  page.on('request', request => {
    if (request.url().endsWith('/Users/me')) asked += 1
  })
  await keepToasts(page)
  await page.route(`**${pathOf(getEnv)}`, refuse('no configuration'), { times: 1 })
  await page.goto('/')
  await expect(page.getByTestId('toast-error')).toHaveText('Failed init env variables: no configuration')
  expect(asked).toBe(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(logout(page)).toBeVisible()
})

test('ACC-06 a failed user toasts with its tracking id and can be tried again', async ({ page }) => {
  await keepToasts(page)
  await page.route('**/Users/me', refuse('directory is down'), { times: 1 })
  await page.goto('/past/x')
  await expect(page.getByTestId('toast-error')).toHaveText('Failed init user: directory is down')
  await expect(page.getByText('TRACK-1').first()).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(screen(page, 'past')).toBeVisible()
})

test('ACC-06 ACC-25 a refresh that is rejected toasts "Failed init auth" and leads to /login', async ({
  page,
}) => {
  await keepToasts(page)
  await page.addInitScript(() => {
    const cached = JSON.parse(localStorage.getItem('livetap.token') ?? 'null')
    if (cached) {
      const token = { ...cached.token, refresh_token: 'never-issued' }
      localStorage.setItem('livetap.token', JSON.stringify({ token, timestamp: Date.now() - 700_000 }))
    }
  })
  await page.goto('/')
  await expect(page.getByTestId('toast-error')).toContainText('Failed init auth: ')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => localStorage.getItem('livetap.token'))).toBeNull()
})

test('ACC-11 Logout sends the access token to the sign-on, ends the session and every tab follows', async ({
  browser,
  server,
}) => {
  const storageState = await newSignedInState(browser, server.origin)
  const context = await browser.newContext({ baseURL: server.origin, storageState })
  const [page, other] = [await context.newPage(), await context.newPage()]
  await page.goto('/past/x')
  await other.goto('/')
  await expect(logout(other)).toBeVisible()
  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('livetap.token')!).token.access_token,
  )
  const asked = page.waitForRequest(`**${pathOf(logoutCall)}`)
  await logout(page).click()
  const request = await asked
  expect(request.postData()).toContain(encodeURIComponent(token))
  expect(request.url()).not.toContain(token)
  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
  expect((await request.response())?.status()).toBe(200)
  const refused = await context.request.get(pathOf(usersMe), {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(refused.status()).toBe(401)
  await login(page).click()
  await expect(page.locator('input[name="password"]')).toBeVisible()
  await context.close()
})

test('ACC-11 Login right after Logout asks who you are, however slowly the sign-on ends the session', async ({
  browser,
  server,
}) => {
  const storageState = await newSignedInState(browser, server.origin)
  const context = await browser.newContext({ baseURL: server.origin, storageState })
  const page = await context.newPage()
  const ending = await hold(page, `**${pathOf(logoutCall)}`)
  await page.goto('/')
  await logout(page).click()
  const asked = page.waitForRequest(`**${pathOf(authorize)}?*`)
  await login(page).click()
  ending.release()
  await asked
  await expect(page.locator('input[name="password"]')).toBeVisible()
  await context.close()
})

test('ACC-08 ACC-09 two tabs that refresh together stay signed in', async ({ browser, server }) => {
  const storageState = withExpiredToken(await newSignedInState(browser, server.origin))
  const context = await browser.newContext({ baseURL: server.origin, storageState })
  let refreshes = 0
  context.on('request', request => {
    if (request.url().endsWith(pathOf(accessToken))) refreshes += 1
  })
  const tabs = await Promise.all([context.newPage(), context.newPage(), context.newPage()])
  await Promise.all(tabs.map(tab => tab.goto('/')))
  for (const tab of tabs) await expect(logout(tab)).toBeVisible()
  expect(refreshes).toBe(1)
  for (const tab of tabs) {
    await tab.reload()
    await expect(logout(tab)).toBeVisible()
  }
  await context.close()
})

test('ACC-15 route parameters travel URL-encoded', async ({ page }) => {
  const path = fillRoute(routes.pastStats, { meeting_id: 'a/b?c#d e', meeting_start_date: 1700000000000 })
  await page.goto(path)
  await expect(screen(page, 'pastStats')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/past-stats/a%2Fb%3Fc%23d%20e/1700000000000')
})

/** Every way a pattern can be filled, from the required segments to all of them. */
function fillings(pattern: string): string[] {
  const segments = pattern.split('/').slice(1)
  const optional = segments.filter(segment => segment.endsWith('?')).length
  const isTrailing = segments.slice(segments.length - optional).every(segment => segment.endsWith('?'))
  const counts = isTrailing ? Array.from({ length: optional + 1 }, (_, n) => n) : [0, optional]
  return counts.map(count => {
    let used = 0
    const filled = segments.flatMap(segment => {
      if (!segment.startsWith(':')) return [segment]
      if (segment.endsWith('?')) return used++ < count ? ['1700000000000'] : []
      return ['1700000000000']
    })
    return `/${filled.join('/')}`
  })
}

const titles: Record<ScreenName, string> = {
  launcher: 'Start',
  live: 'Live meeting',
  liveAsr: 'Live ASR',
  past: texts.past.title,
  pastLocal: texts.past.titleLocal,
  pastTrainable: 'Trainable meeting',
  pastStats: 'Meeting stats',
  audioLedgersStats: 'Audio ledger',
  pastTrain: 'Training data',
  userLiveMeetings: 'My live meetings',
  userPastMeetings: 'My past meetings',
  webexMeeting: 'Webex meeting',
  library: 'Meetings',
  filteredMeetings: 'Meetings',
  vendorTags: 'Vendor tags',
  clusterCapacities: 'Cluster capacities',
  trainableShard: 'Trainable shard',
  perSiteUsage: 'Per-site usage',
  manuscripts: 'Manuscripts',
  manuscriptCreate: 'New manuscript project',
  manuscriptView: 'Manuscript project',
  logs: 'Logs',
  accounts: 'Accounts',
  account: 'Your account',
  search: 'Search',
  audit: 'Audit log',
  system: 'System',
  docs: 'API documentation',
}

test('ACC-20 every route pattern opens its screen with and without its optional segments', async ({
  page,
}) => {
  test.setTimeout(600_000)
  for (const [name, pattern] of Object.entries(routes).filter(([name]) => name in titles))
    await test.step(pattern, async () => {
      for (const [at, path] of fillings(pattern).entries()) {
        // One load shows that the server knows the pattern; its other forms are opened as Back and Forward do it.
        if (at === 0) await page.goto(path)
        else
          await page.evaluate(to => {
            history.pushState(null, '', to)
            dispatchEvent(new PopStateEvent('popstate'))
          }, path)
        await expect(screen(page, name), path).toBeVisible()
        // Set by the screen itself once it is drawn; the frame around it knows nothing of it.
        await expect(page, path).toHaveTitle(`${titles[name as keyof typeof titles]} · Livetap`)
        await expect(page.getByText('This screen failed'), path).toHaveCount(0)
      }
    })
})

test('ACC-20 opening a meeting goes to /past with an id, else to /past-local', async ({ page }) => {
  await page.goto(openMeetingPath('m 1'))
  await expect(screen(page, 'past')).toBeVisible()
  await page.goto(openMeetingPath())
  await expect(screen(page, 'pastLocal')).toBeVisible()
})
