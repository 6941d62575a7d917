import { Text } from '@mantine/core'

/** What the service said against it, where it was asked. A failure that the documents have no text for raises no toast. */
export function Refusal({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <Text size="xs" c="red" role="alert">
      {text}
    </Text>
  )
}
