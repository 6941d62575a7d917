import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withoutServices } from './debian/without-services.mjs'
import { ensureModels } from './models.mjs'
import { run } from './run.mjs'

/** Debian keeps servers in /usr/sbin, where a user's own path does not lead. */
const onPath = name =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].some(folder => existsSync(join(folder, name)))

/** Voices, readers, servers and tools that tests and benches use in addition. A user of the product needs none of them. */
const debianPackages = [
  { name: 'ffmpeg', isThere: () => onPath('ffmpeg') },
  { name: 'flite', isThere: () => onPath('flite') },
  { name: 'espeak-ng', isThere: () => onPath('espeak-ng') },
  {
    name: 'asterisk-core-sounds-en-wav',
    isThere: () => existsSync('/usr/share/asterisk/sounds/en_US_f_Allison'),
  },
  {
    name: 'asterisk-core-sounds-it-wav',
    isThere: () => existsSync('/usr/share/asterisk/sounds/it_IT_m_Carlo'),
  },
  { name: 'haproxy', isThere: () => onPath('haproxy') },
  { name: 'redis-server', isThere: () => onPath('redis-server') },
  { name: 'pgbouncer', isThere: () => onPath('pgbouncer') },
  { name: 'nginx-light', isThere: () => onPath('nginx') },
  { name: 'openssl', isThere: () => onPath('openssl') },
  { name: 'docker-compose', isThere: () => onPath('docker-compose') },
  { name: 'prometheus', isThere: () => onPath('promtool') },
  { name: 'apertium-eng-spa', isThere: () => existsSync('/usr/share/apertium/modes/eng-spa.mode') },
]

/** The second browser and its sound system, for the one browser test that needs them. */
const firefoxPackages = [
  { name: 'firefox-esr', isThere: () => onPath('firefox-esr') || onPath('firefox') },
  { name: 'pulseaudio', isThere: () => onPath('pulseaudio') },
  { name: 'pulseaudio-utils', isThere: () => onPath('pacat') },
]

const canInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Bounded, with all that it starts: a mirror that does not answer costs some tests, not the run. */
const apt = (...args) =>
  run('timeout', ['--kill-after=10', '240', 'apt-get', '-o', 'DPkg::Lock::Timeout=60', ...args], {
    capture: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  })

async function ensureDebianPackages(packages) {
  const missing = packages.filter(({ isThere }) => !isThere()).map(({ name }) => name)
  if (missing.length === 0) return
  if (!canInstall()) {
    process.stdout.write(`Not installed, so the tests do without: ${missing.join(', ')}\n`)
    return
  }
  process.stdout.write(`Installing for the tests: ${missing.join(', ')}...\n`)
  await apt('update')
  await withoutServices(() => apt('install', '-y', '--no-install-recommends', ...missing))
}

/** What the tests use besides their own recordings (testing/speech); the summary names each test that is skipped without it. */
export async function ensureTestMaterial({ withBrowser }) {
  await ensureDebianPackages(debianPackages)
  // By itself: a system that has no such package still gets the others.
  if (withBrowser && !process.env.FIREFOX_PATH) await ensureDebianPackages(firefoxPackages)
  await ensureModels()
}
