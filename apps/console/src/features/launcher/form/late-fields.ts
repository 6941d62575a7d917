import { Store } from '@livetap/session'
import { flushSync } from 'react-dom'

async function fetchFields() {
  const { DateField, ManyOfField, MeetingIdField, OneOfField, SuggestField } = await import(
    './picking-fields'
  )
  return { DateField, ManyOfField, MeetingIdField, OneOfField, SuggestField }
}

type PickingFields = Awaited<ReturnType<typeof fetchFields>>

/** The fields that open something, fetched when the form can be used: until then they are plain text fields. */
class LateFields extends Store<PickingFields | undefined> {
  #loading: Promise<void> | undefined

  constructor() {
    super(undefined)
  }

  readonly load = (): void => {
    this.#loading ??= this.#load().catch(() => {
      this.#loading = undefined
    })
  }

  async #load(): Promise<void> {
    const fields = await fetchFields()
    const typedInto = document.activeElement
    flushSync(() => this.replace(fields))
    if (typedInto instanceof HTMLInputElement && !typedInto.isConnected) keepCaret(typedInto)
  }
}

/** The field that took the place of the one being typed into goes on with its focus. */
function keepCaret({ id, selectionStart, selectionEnd }: HTMLInputElement): void {
  const field = document.getElementById(id)
  if (!(field instanceof HTMLInputElement)) return
  field.focus({ preventScroll: true })
  field.setSelectionRange(selectionStart, selectionEnd)
}

export const lateFields = new LateFields()
