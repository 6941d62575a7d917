/** A label of the wire in words: `action_item` is "Action item". */
export function labelText(label: string): string {
  const words = label.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
