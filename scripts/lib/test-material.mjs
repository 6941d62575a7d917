import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureModels } from './models.mjs'
import { run } from './run.mjs'

const onPath = name =>
  (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))

/** Voices, readers and tools that tests and benches use in addition. A user of the product needs none of them. */
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
  { name: 'apertium-eng-spa', isThere: () => existsSync('/usr/share/apertium/modes/eng-spa.mode') },
]

const canInstall = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

async function ensureDebianPackages() {
  const missing = debianPackages.filter(({ isThere }) => !isThere()).map(({ name }) => name)
  if (missing.length === 0) return
  if (!canInstall()) {
    process.stdout.write(`Not installed, so the tests do without: ${missing.join(', ')}\n`)
    return
  }
  process.stdout.write(`Installing for the tests: ${missing.join(', ')}...\n`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { capture: true, env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { capture: true, env })
}

/** What the tests use besides their own recordings (testing/speech); the summary names each test that is skipped without it. */
export async function ensureTestMaterial() {
  await ensureDebianPackages()
  await ensureModels()
}
