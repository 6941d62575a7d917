/**
 * Who may import whom. Every rule has its reason, and a fixture under scripts/fixtures/broken/<name>/ that
 * breaks it: a rule that does not fire on its fixture fails the check.
 */
const NOT_TEST = '\\.(test|spec)\\.tsx?$'

export const rules = [
  {
    name: 'no-cycles',
    comment:
      "A cycle has no first file to load. Two files that only name each other's types load in any order.",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
    from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: NOT_TEST },
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
      pathNot: [NOT_TEST, '(\\.|-|/)store\\.ts$', '-adapter\\.ts$', 'schema\\.ts$'],
    },
    to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'services-without-http',
    comment: 'A service can be called by a route, a job or a test alike.',
    from: { path: '^apps/server/src/modules/.+\\.service\\.ts$' },
    to: {
      path: ['node_modules/(fastify|@fastify)/', '^apps/server/src/platform/http/'],
      dependencyTypesNot: ['type-only'],
    },
  },
]
