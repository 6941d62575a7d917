import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureModels } from './models.mjs'
import { root, run } from './run.mjs'

const onPath = name =>
  (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))

/** Voices, readers and tools that tests use where they are there. A user of the product needs none of them. */
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
    process.stdout.write(`Tests that need ${missing.join(', ')} are skipped: they are not installed.\n`)
    return
  }
  process.stdout.write(`Installing for the tests: ${missing.join(', ')}...\n`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update'], { capture: true, env })
  await run('apt-get', ['install', '-y', '--no-install-recommends', ...missing], { capture: true, env })
}

/** Everything the tests play or speak with; what cannot be had is said, and the tests that need it are skipped. */
export async function ensureTestMaterial() {
  if (!existsSync(join(root, '../shared/audio')))
    process.stdout.write('No recordings at ../shared/audio: tests that need real speech are skipped.\n')
  await ensureDebianPackages()
  await ensureModels()
}
