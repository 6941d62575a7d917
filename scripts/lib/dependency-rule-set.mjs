/**
 * Who may import whom, types included. Every rule has its reason, and a fixture under scripts/fixtures/broken/<name>/
 * that breaks it: a rule that does not fire on its fixture fails the check.
 */
const NOT_TEST = '\\.(test|spec)\\.tsx?$'

export const rules = [
  {
    name: 'no-cycles',
    comment: 'Files that need each other, be it for a type, are one file or want a third.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'audio-imports-nothing',
    comment: 'The arithmetic of sound runs in the browser, in audio worklets, in workers and on the server.',
    from: { path: '^packages/audio/src', pathNot: NOT_TEST },
    to: { pathNot: '^packages/audio/src' },
  },
  {
    name: 'contract-stands-alone',
    comment: 'Both sides of the wire import the contract, so it may drag nothing along.',
    from: { path: '^packages/contract/src', pathNot: NOT_TEST },
    to: { pathNot: ['^packages/contract/src', 'node_modules/(zod|@bufbuild/protobuf)/'] },
  },
  {
    name: 'transcript-is-pure',
    comment: 'The transcript functions run in the browser, in workers and on the server.',
    from: { path: '^packages/transcript/src', pathNot: [NOT_TEST, '^packages/transcript/src/testing/'] },
    to: { pathNot: ['^packages/(transcript|contract)/src', 'node_modules/zod/'] },
  },
  {
    name: 'session-without-react',
    comment: 'Session logic is tested in Node and outlives any view library.',
    from: { path: '^packages/session/src' },
    to: { path: ['node_modules/(react|react-dom|react-router|@mantine)', '^apps/'] },
  },
  {
    name: 'session-without-speech',
    comment: 'The session runs in the browser, engines on the server: they meet over the wire.',
    from: { path: '^packages/session/src', pathNot: NOT_TEST },
    to: { path: '^packages/speech/' },
  },
  {
    name: 'speech-without-server',
    comment: 'Engines know audio and text, neither HTTP routes nor the database.',
    from: { path: '^packages/speech/src' },
    to: { path: ['^apps/', 'node_modules/(fastify|kysely|pg)/', '^packages/session/'] },
  },
  {
    name: 'console-not-server',
    comment: 'The console meets the server over the wire alone.',
    from: { path: '^apps/console/src' },
    to: { path: ['^apps/server/', '^packages/speech/'] },
  },
  {
    name: 'server-not-console',
    comment: 'The server serves any client that speaks the contract.',
    from: { path: '^apps/server/src' },
    to: { path: ['^apps/console/', '^packages/session/', 'node_modules/(react|react-dom|@mantine)'] },
  },
  {
    name: 'features-apart',
    comment: 'A screen family can be removed without touching another.',
    from: { path: '^apps/console/src/features/([^/]+)/' },
    to: { path: '^apps/console/src/features/', pathNot: '^apps/console/src/features/$1/' },
  },
  {
    name: 'features-below-app',
    comment: 'The app puts the screens together; a screen does not reach back into it.',
    from: { path: '^apps/console/src/features/', pathNot: NOT_TEST },
    to: { path: '^apps/console/src/app/' },
  },
  {
    name: 'shared-below-features',
    comment: 'What is shared knows nothing of those who share it.',
    from: { path: '^apps/console/src/shared/' },
    to: { path: '^apps/console/src/(features|app)/' },
  },
  {
    name: 'platform-below-modules',
    comment: 'The platform serves every module and imports none.',
    from: { path: '^apps/server/src/platform/', pathNot: NOT_TEST },
    to: { path: '^apps/server/src/modules/' },
  },
  {
    name: 'modules-by-their-index',
    comment: 'A module shows the others what its index exports.',
    from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: [NOT_TEST, '/testing/'] },
    to: {
      path: '^apps/server/src/modules/[^/]+/.+',
      pathNot: ['^apps/server/src/modules/$1/', '^apps/server/src/modules/[^/]+/index\\.ts$'],
    },
  },
  {
    name: 'sql-in-stores',
    comment: 'Only stores (and the database platform) speak SQL.',
    from: {
      path: '^apps/server/src/modules/',
      pathNot: [NOT_TEST, '(\\.|-|/)store\\.ts$', '-adapter\\.ts$', '-(tables|row)\\.ts$'],
    },
    to: { path: 'node_modules/(kysely|pg)/' },
  },
  {
    name: 'routes-not-stores',
    comment: 'A route translates; what may be read or written is for its service to decide.',
    from: { path: '^apps/server/src/modules/.+\\.routes\\.ts$' },
    to: { path: '^apps/server/src/modules/.+(\\.|-)store\\.ts$' },
  },
  {
    name: 'server-by-its-entries',
    comment:
      'Benches, soak runs and browser tests use what the server package exports, as an outside caller would.',
    from: { path: '^(bench|e2e|soak)/' },
    to: { path: '^apps/server/src/', pathNot: '^apps/server/src/(index|testing/index|entries/[^/]+)\\.ts$' },
  },
  {
    name: 'console-by-its-pages',
    comment: 'Benches, soak runs and browser tests meet the console in a browser.',
    from: { path: '^(bench|e2e|soak)/' },
    to: { path: '^apps/console/src/' },
  },
  {
    name: 'product-without-testing',
    comment: 'What measures or stands in for a part of the product is for tests and benches alone.',
    from: {
      path: '^(packages|apps)/',
      pathNot: ['\\.(test|test-support)\\.tsx?$', '/testing/', '-contract-suite\\.ts$'],
    },
    to: { path: '/testing/' },
  },
]

/** A module's index shows its routes to the app. */
const shownToTheEdge = {
  from: /^apps\/server\/src\/modules\/[^/]+\/index\.ts$/,
  to: /(\.module|\.routes)\.ts$/,
}
/** Engines have connections of their own, as clients of a remote service. */
const intoThePackages = { from: /^apps\//, to: /^packages\// }
const service = /^apps\/server\/src\/modules\/.+\.service\.ts$/

/** What may not be reached over any number of imports, types included. Their fixtures break them indirectly. */
export const reachRules = [
  {
    name: 'services-without-http',
    comment: 'A service can be called by a route, a job or a test alike, and so can all that it is made of.',
    from: service,
    to: [/node_modules\/(fastify|@fastify)\//, /^apps\/server\/src\/platform\/http\//],
    notThrough: [shownToTheEdge],
  },
  {
    name: 'services-without-sockets',
    comment: 'A service takes any connection that can send and be closed.',
    from: service,
    to: [/node_modules\/(ws|@types\/ws)\//],
    notThrough: [shownToTheEdge, intoThePackages],
  },
]

/** What a file may construct, read from its text by foreign-stores.mjs. */
export const storeRule = {
  name: 'stores-of-their-module',
  comment:
    'A module creates its store once and hands it to those that need it; `within(tx)` spans a transaction.',
}
