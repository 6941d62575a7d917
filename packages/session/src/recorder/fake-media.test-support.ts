import type { MediaEnvironment } from './media-environment'

export class FakeTrack extends EventTarget {
  stopped = false
  muted = false
  constructor(readonly deviceId: string) {
    super()
  }
  stop() {
    this.stopped = true
  }
  getSettings() {
    return { deviceId: this.deviceId }
  }
}

class FakeNode {
  connected = 0
  connect() {
    this.connected += 1
  }
  disconnect() {
    this.connected = 0
  }
}

class FakeAnalyser extends FakeNode {
  fftSize = 2048
  smoothingTimeConstant = 0
  bin = 0
  get frequencyBinCount() {
    return this.fftSize / 2
  }
  getByteFrequencyData(spectrum: Uint8Array) {
    spectrum.fill(this.bin)
  }
}

export class FakeContext extends EventTarget {
  state: 'suspended' | 'running' | 'closed' = 'running'
  readonly sampleRate: number
  readonly analyser = new FakeAnalyser()
  readonly modules: string[] = []
  readonly audioWorklet = { addModule: async (url: string) => void this.modules.push(url) }
  mayResume = true
  resumeError: Error | undefined

  constructor(
    options: { sampleRate?: number } | undefined,
    readonly deviceRate: number,
    readonly onlyDeviceRate: boolean,
  ) {
    super()
    this.sampleRate = options?.sampleRate ?? deviceRate
  }

  createMediaStreamSource() {
    if (this.onlyDeviceRate && this.sampleRate !== this.deviceRate) {
      throw Object.assign(new Error('different sample-rate'), { name: 'NotSupportedError' })
    }
    return new FakeNode()
  }

  createAnalyser() {
    return this.analyser
  }

  async resume() {
    if (this.resumeError) throw this.resumeError
    if (!this.mayResume) return await new Promise<void>(() => {})
    this.become('running')
  }

  async close() {
    this.become('closed')
  }

  become(state: FakeContext['state']) {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

export interface FakeWorklet extends FakeNode {
  port: { onmessage: ((event: { data: Float32Array }) => void) | null; close(): void; closed: boolean }
}

/** A browser of the test's own: which devices there are, what the user allows, what the context can do. */
export class FakeMedia {
  devices = [
    { kind: 'audioinput', deviceId: 'default', label: 'Default' },
    { kind: 'audioinput', deviceId: 'desk', label: 'Desk microphone' },
    { kind: 'videoinput', deviceId: 'cam', label: 'Camera' },
  ]
  refuse: string | undefined
  permission = Object.assign(new EventTarget(), { state: 'prompt' as PermissionState })
  deviceRate = 48_000
  onlyDeviceRate = false
  contextsStart: FakeContext['state'] = 'running'
  contextsMayResume = true
  resumeError: Error | undefined
  userAgent = 'Mozilla/5.0 Chrome/156.0'
  readonly tracks: FakeTrack[] = []
  readonly contexts: FakeContext[] = []
  readonly worklets: FakeWorklet[] = []
  readonly asked: MediaStreamConstraints[] = []
  readonly mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => this.devices,
    getUserMedia: async (constraints: MediaStreamConstraints) => this.#open(constraints),
  })
  readonly document = Object.assign(new EventTarget(), { hidden: false })

  async #open(constraints: MediaStreamConstraints) {
    this.asked.push(constraints)
    if (this.refuse) throw Object.assign(new Error(this.refuse), { name: this.refuse })
    const wanted = ((constraints.audio as MediaTrackConstraints).deviceId as { exact: string } | undefined)
      ?.exact
    const device = this.devices.find(
      ({ deviceId, kind }) => kind === 'audioinput' && (!wanted || deviceId === wanted),
    )
    if (!device) throw Object.assign(new Error('none'), { name: 'NotFoundError' })
    const track = new FakeTrack(device.deviceId)
    this.tracks.push(track)
    return { getTracks: () => [track], getAudioTracks: () => [track] }
  }

  /** The audio thread hands samples over, as the worklet does. */
  speak(samples: Float32Array) {
    this.worklets.at(-1)!.port.onmessage?.({ data: samples })
  }

  environment(): MediaEnvironment {
    return {
      mediaDevices: this.mediaDevices,
      permissions: { query: async () => this.permission },
      createContext: (options?: AudioContextOptions) => {
        const context = new FakeContext(options, this.deviceRate, this.onlyDeviceRate)
        context.state = this.contextsStart
        context.mayResume = this.contextsMayResume
        context.resumeError = this.resumeError
        this.contexts.push(context)
        return context
      },
      createWorkletNode: () => {
        const port: FakeWorklet['port'] = {
          onmessage: null,
          closed: false,
          close() {
            this.closed = true
          },
        }
        const worklet = Object.assign(new FakeNode(), { port })
        this.worklets.push(worklet)
        return worklet
      },
      document: this.document,
      userAgent: this.userAgent,
    } as unknown as MediaEnvironment
  }
}
