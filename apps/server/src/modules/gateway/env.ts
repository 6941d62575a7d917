import { type Env, families } from '@livetap/contract'
import { accessToken, authorize } from '@livetap/contract/calls/sign-on'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Config } from '../../platform/config/config'
import { familyNames } from '../../platform/config/upstream-variables'

/** What the console learns of its deployment. `origin` is what the caller's browser calls this server. */
export function consoleEnv(config: Config, origin: string): Env {
  const { signOn, defaults } = config
  return {
    default_client_region: defaults.region,
    default_webex_site_id: defaults.siteId,
    default_webex_site_name: defaults.siteName,
    default_past_days: defaults.pastDays,
    auth_client_id: signOn.clientId,
    // Where a sign-on insists on a secret, the gateway adds it to the token request: it never reaches a browser.
    auth_client_secret: '',
    auth_broker_host: brokerHost(config, origin),
    auth_identity_host: `${origin}${families.authIdentity}`,
    auth_access_token_path: accessToken.path,
    auth_access_token_url: `${origin}${pathOf(accessToken)}`,
    auth_scopes: signOn.scopes,
    gateway_url: `${origin.replace(/^http/, 'ws')}${pathOf(asrSocket)}`,
    meeting_suffix_to_region: config.suffixToRegion,
    webex_api_url: `${origin}${families.webex}`,
    manuscripts_api_url: `${origin}${families.manuscripts}`,
    forwarded_families: familyNames.filter(name => config.upstreams[name]),
  }
}

/**
 * The browser itself goes to an outside sign-on. One whose paths are its own is reached through the gateway, which
 * knows them and sends the browser on.
 */
function brokerHost({ signOn }: Config, origin: string): string {
  const direct = signOn.kind === 'outside' && signOn.endpoints.authorize === signOn.brokerUrl + authorize.path
  return direct ? signOn.brokerUrl : `${origin}${families.authBroker}`
}
