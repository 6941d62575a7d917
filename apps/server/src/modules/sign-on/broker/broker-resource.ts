/** What the access tokens open: this server's own API. */
export const AUDIENCE = 'livetap'
export const RESOURCE = 'urn:livetap:api'
export const RESOURCE_SCOPE = 'livetap'
