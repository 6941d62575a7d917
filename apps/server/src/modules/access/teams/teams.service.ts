import type { ManagedTeam } from '@livetap/contract'
import { ServiceError } from '../../../platform/service-error'
import type { AccessWatch } from '../access-watch'
import type { TeamsStore } from './teams.store'

/** What admins do with teams. */
export class TeamsService {
  constructor(
    private readonly store: TeamsStore,
    private readonly watch: Pick<AccessWatch, 'notify'>,
  ) {}

  list(): Promise<ManagedTeam[]> {
    return this.store.managed()
  }

  async create(name: string): Promise<ManagedTeam> {
    const team = await this.store.add(name)
    if (!team) throw taken(name)
    return await this.#one(team.id)
  }

  async rename(id: string, name: string): Promise<ManagedTeam> {
    const outcome = await this.store.rename(id, name)
    if (outcome === 'unknown') throw unknown()
    if (outcome === 'taken') throw taken(name)
    return await this.#one(id)
  }

  async remove(id: string): Promise<void> {
    if (!(await this.store.remove(id))) throw unknown()
    this.watch.notify()
  }

  async #one(id: string): Promise<ManagedTeam> {
    const [team] = await this.store.managed(id)
    if (!team) throw unknown()
    return team
  }
}

const unknown = () => new ServiceError('not_found', 'There is no such team')
const taken = (name: string) => new ServiceError('taken', `There already is a team ${name}`)
