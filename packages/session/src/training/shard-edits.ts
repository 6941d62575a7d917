import { type Editable, ShardEdit, type ShardEditContext } from './shard-edit'

/** One edit per shard that was shown. It outlives the card: scrolling away loses nothing. */
export class ShardEdits {
  readonly #edits = new Map<string, ShardEdit>()

  constructor(private readonly context: ShardEditContext) {}

  of(item: Editable): ShardEdit {
    let edit = this.#edits.get(item.id)
    if (!edit) {
      edit = new ShardEdit(item, this.context)
      this.#edits.set(item.id, edit)
    }
    return edit
  }

  /** The server was asked again: what is not being changed here starts from its answer. */
  forgetUnchanged(): void {
    for (const [id, edit] of this.#edits)
      if (['clean', 'saved'].includes(edit.getSnapshot().phase)) this.#edits.delete(id)
  }

  /** Whether leaving the page now would lose a text. */
  get isAtRisk(): boolean {
    return [...this.#edits.values()].some(edit => {
      const { phase, isKept } = edit.getSnapshot()
      return phase === 'saving' || (!isKept && phase !== 'clean' && phase !== 'saved')
    })
  }
}
