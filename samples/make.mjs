/**
 * Makes the sample recordings beside this file from scripts.json: our own texts, spoken by the synthetic voices of
 * flite and festival (Debian: flite, festival, festvox-us-slt-hts), put together by ffmpeg. Run it only to change them.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'livetap-samples-'))
const RATE = 16_000
const GAP_SECONDS = 0.7
const PICTURES = ['0x1b2a49', '0x2f7d32', '0xc9772b', '0x6b4f9b', '0x1f6f78', '0x444444']

const run = (program, args, input) =>
  execFileSync(program, args, { ...(input && { input }), maxBuffer: 1 << 28, stdio: ['pipe', 'pipe', 'inherit'] })

/** flite and festival say "Eva" as no one does. */
const spoken = text => text.replaceAll('Eva', 'eeva')

/** Two of the men sound much alike: one of them is given a deeper voice, at the same pace. */
const pitch = { awb: 0.88 }
const pitched = ratio => (ratio ? `asetrate=${RATE * ratio},aresample=${RATE},atempo=${1 / ratio},` : '')

function speak(voice, text) {
  const wav = join(folder, 'line.wav')
  if (voice === 'hts')
    run('text2wave', ['-eval', '(voice_cmu_us_slt_arctic_hts)', '-o', wav], spoken(text))
  else run('flite', ['-voice', voice, '-t', spoken(text), '-o', wav])
  const filter = `${pitched(pitch[voice])}silenceremove=start_periods=1:start_threshold=-50dB,loudnorm=I=-20:TP=-2`
  const pcm = run('ffmpeg', ['-v', 'error', '-i', wav, '-af', filter, '-ar', String(RATE), '-ac', '1', '-f', 's16le', '-'])
  return new Int16Array(pcm.buffer, pcm.byteOffset, Math.floor(pcm.length / 2))
}

/** Lines one behind the other, each on its person's channel. */
function mix(lines, channels = {}) {
  const count = 1 + Math.max(0, ...Object.values(channels))
  const parts = lines.map(([voice, text]) => ({ channel: channels[voice] ?? 0, pcm: speak(voice, text) }))
  const gap = GAP_SECONDS * RATE
  const total = parts.reduce((sum, { pcm }) => sum + pcm.length + gap, gap)
  const samples = new Int16Array(total * count)
  let at = gap
  for (const { channel, pcm } of parts) {
    for (let index = 0; index < pcm.length; index++) samples[(at + index) * count + channel] = pcm[index]
    at += pcm.length + gap
  }
  return { samples, count, seconds: total / RATE }
}

for (const sample of JSON.parse(readFileSync(join(here, 'scripts.json'), 'utf8'))) {
  const { samples, count, seconds } = mix(sample.lines, sample.channels)
  const raw = join(folder, 'mix.pcm')
  writeFileSync(raw, Buffer.from(samples.buffer))
  const sound = ['-f', 's16le', '-ar', String(RATE), '-ac', String(count), '-i', raw]
  const target = join(here, sample.file)
  const common = ['-map_metadata', '-1', '-fflags', '+bitexact', '-y', target]
  if (sample.video) {
    const each = Math.ceil(seconds / PICTURES.length)
    const pictures = PICTURES.map((colour, index) => {
      const x = 80 + index * 70
      return `color=c=${colour}:s=640x360:r=5:d=${each},drawbox=x=${x}:y=140:w=120:h=120:color=white@0.35:t=fill,drawbox=x=0:y=320:w=${Math.round((640 * (index + 1)) / PICTURES.length)}:h=8:color=white@0.8:t=fill[v${index}]`
    })
    const graph = `${pictures.join(';')};${PICTURES.map((_, index) => `[v${index}]`).join('')}concat=n=${PICTURES.length}[v]`
    const video = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '30', '-g', '50', '-pix_fmt', 'yuv420p']
    run('ffmpeg', ['-v', 'error', ...sound, '-filter_complex', graph, '-map', '[v]', '-map', '0:a', ...video, '-c:a', 'aac', '-b:a', '48k', '-shortest', ...common])
  } else {
    const codec = sample.file.endsWith('.mp3') ? ['-c:a', 'libmp3lame', '-b:a', '64k'] : ['-c:a', 'libopus', '-b:a', '32k']
    run('ffmpeg', ['-v', 'error', ...sound, ...codec, ...common])
  }
  process.stdout.write(`${sample.file}: ${seconds.toFixed(1)} s\n`)
}
rmSync(folder, { recursive: true, force: true })
