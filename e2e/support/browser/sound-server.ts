import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { expect } from '@playwright/test'

const startMs = 20_000
const sayMs = 60_000
const call = promisify(execFile)
const pcmFormat = ['--raw', '--format=s16le', `--rate=${SAMPLE_RATE_HZ}`, '--channels=1']

/** The programs that it takes, all of Debian's packages `pulseaudio` and `pulseaudio-utils`. */
export const soundPrograms = ['pulseaudio', 'pactl', 'pacat', 'parec']

/**
 * A sound system of the test's own: what a program plays goes to a loudspeaker that can be listened to, and what the
 * test says is what the microphone hears. Neither hears the other.
 */
export class SoundServer {
  /** What a program needs to find it, and nothing else of the user's. */
  readonly env: NodeJS.ProcessEnv
  readonly #folder: string
  readonly #children = new Set<ChildProcess>()

  private constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.#folder = folder
    this.env = env
  }

  static async start(): Promise<SoundServer> {
    const folder = mkdtempSync(join(tmpdir(), 'livetap-sound-'))
    const { DBUS_SESSION_BUS_ADDRESS: _, PULSE_SERVER: __, ...rest } = process.env
    const own = { ...rest, HOME: folder, XDG_RUNTIME_DIR: folder, XDG_CONFIG_HOME: folder }
    const socket = join(folder, 'native')
    const server = new SoundServer(folder, { ...own, PULSE_SERVER: `unix:${socket}` })
    const modules = [
      `module-native-protocol-unix socket=${socket} auth-anonymous=1`,
      'module-null-sink sink_name=loudspeaker sink_properties=device.description=Loudspeaker',
      'module-null-sink sink_name=mouth sink_properties=device.description=Mouth',
      'module-remap-source master=mouth.monitor source_name=microphone source_properties=device.description=Microphone',
    ].flatMap(module => ['--load', module])
    const flags = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--disable-shm=yes']
    try {
      const daemon = server.#spawn('pulseaudio', [...flags, ...modules], own)
      let log = ''
      daemon.stderr?.on('data', chunk => {
        log = (log + chunk).slice(-2000)
      })
      await expect
        .poll(
          () => {
            if (daemon.exitCode !== null) throw new Error(`PulseAudio ended: ${log}`)
            return server.#defaults()
          },
          { timeout: startMs, message: 'the defaults of PulseAudio' },
        )
        .toEqual(['loudspeaker', 'microphone'])
      return server
    } catch (error) {
      await server.stop()
      throw error
    }
  }

  /** Into the microphone, at the pace of speech; over when the last sample has been played. */
  async say(pcm: Int16Array): Promise<void> {
    const player = this.#spawn('pacat', ['--playback', '--device=mouth', ...pcmFormat])
    const timer = setTimeout(() => player.kill('SIGKILL'), sayMs)
    player.stdin?.end(Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength))
    const code = await new Promise(resolve => player.once('exit', resolve))
    clearTimeout(timer)
    if (code !== 0) throw new Error(`pacat ended with ${code}`)
  }

  /** From now on: the loudest sample that came out of the loudspeaker so far, of 32767. */
  listen(): { loudest: () => number; stop: () => void } {
    const recorder = this.#spawn('parec', ['--device=loudspeaker.monitor', ...pcmFormat])
    let loudest = 0
    recorder.stdout?.on('data', (chunk: Buffer) => {
      for (let at = 0; at + 1 < chunk.length; at += 2)
        loudest = Math.max(loudest, Math.abs(chunk.readInt16LE(at)))
    })
    return { loudest: () => loudest, stop: () => recorder.kill('SIGTERM') }
  }

  async stop(): Promise<void> {
    const running = [...this.#children].filter(child => child.exitCode === null && child.signalCode === null)
    const ended = running.map(child => new Promise(resolve => child.once('exit', resolve)))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ended)
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #defaults(): Promise<string[]> {
    const answer = await call('pactl', ['info'], { env: { ...this.env, LC_ALL: 'C' }, timeout: 5000 }).catch(
      () => undefined,
    )
    return [...(answer?.stdout ?? '').matchAll(/^Default (?:Sink|Source): (.*)$/gm)].map(([, name]) => name!)
  }

  #spawn(command: string, args: string[], env = this.env): ChildProcess {
    const child = spawn(command, args, { env, stdio: 'pipe' })
    this.#children.add(child)
    const stopWithRun = () => child.kill('SIGKILL')
    process.once('exit', stopWithRun)
    child.once('close', () => {
      this.#children.delete(child)
      process.removeListener('exit', stopWithRun)
    })
    // Its pipe may close while something is still to be written; its exit says what went wrong.
    child.stdin?.on('error', () => {})
    child.once('error', () => this.#children.delete(child))
    return child
  }
}
