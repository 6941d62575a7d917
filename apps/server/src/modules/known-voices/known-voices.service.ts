import type { KnownVoicesAnswer, VoiceProposal } from '@livetap/contract'
import type { Log } from '../../platform/log/log'
import type { Principal } from '../../platform/principal'
import { ServiceError } from '../../platform/service-error'
import type { Meeting, MeetingsService } from '../meetings'
import type { KnownVoicesStore } from './known-voices.store'

export interface KnownVoicesServiceOptions {
  store: KnownVoicesStore
  meetings: MeetingsService
  /** There is a voice to listen to. */
  onNamed: (meetingId: string) => void
  log: Log
}

/** Voices that hosts have named in meetings of their own, for those hosts alone. Neither names nor voices are logged. */
export class KnownVoicesService {
  constructor(private readonly options: KnownVoicesServiceOptions) {}

  async list(userId: string): Promise<KnownVoicesAnswer> {
    const { store } = this.options
    return { enabled: await store.isOn(userId), voices: await store.list(userId) }
  }

  async change(userId: string, enabled: boolean): Promise<KnownVoicesAnswer> {
    const { store } = this.options
    await (enabled ? store.turnOn(userId) : store.turnOff(userId))
    return await this.list(userId)
  }

  async delete(userId: string, id: string): Promise<void> {
    if (!(await this.options.store.delete(userId, id)))
      throw new ServiceError('not_found', 'There is no such voice')
  }

  async deleteAll(userId: string): Promise<void> {
    await this.options.store.deleteAll(userId)
  }

  /** The name itself is kept already: a failure here is logged and nothing more. */
  async renamed(meeting: Meeting, speaker: { id: string; name: string }, by: Principal): Promise<void> {
    if (meeting.hostUserId !== by.userId) return
    try {
      await this.#follow(meeting.id, speaker, by.userId)
    } catch (error) {
      this.options.log.warn({ meeting: meeting.id, err: error }, 'keeping a named voice failed')
    }
  }

  async proposals(meetingId: string, by: Principal): Promise<VoiceProposal[]> {
    await this.#hosted(meetingId, by)
    const found = await this.options.store.proposals(meetingId)
    return found.map(({ speakerId, name }) => ({ speaker_id: speakerId, name }))
  }

  async dismiss(meetingId: string, speakerId: string, by: Principal): Promise<void> {
    await this.#hosted(meetingId, by)
    if (!(await this.options.store.dismiss(meetingId, speakerId)))
      throw new ServiceError('not_found', 'No name is proposed for this speaker')
  }

  async #follow(meetingId: string, { id, name }: { id: string; name: string }, userId: string) {
    const { store, onNamed } = this.options
    if (name === '') await store.forgetSpeaker(meetingId, id)
    else if (await store.name({ userId, meetingId, speakerId: id, name })) onNamed(meetingId)
  }

  async #hosted(meetingId: string, by: Principal): Promise<void> {
    const meeting = await this.options.meetings.get(meetingId)
    if (meeting.hostUserId !== by.userId)
      throw new ServiceError('forbidden', 'Only the host of the meeting sees names that are proposed')
  }
}
