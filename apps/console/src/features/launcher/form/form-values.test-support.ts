import { firstValues, type LauncherValues } from './launcher-form'

export const testNow = Date.UTC(2026, 2, 10, 14, 37, 12)

export const testEnv = {
  default_client_region: 'us-east',
  default_webex_site_id: 'site-7',
  default_webex_site_name: 'cisco_webex',
  default_past_days: 7,
}

export const valuesWith = (changes: Partial<LauncherValues> = {}): LauncherValues => ({
  ...firstValues(testEnv, testNow),
  ...changes,
})

export const fileNamed = (name: string, content = 'x', type = ''): File => new File([content], name, { type })
