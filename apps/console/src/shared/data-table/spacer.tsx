/** The rows that are not drawn. */
export function Spacer({ height }: { height: number }) {
  return height > 0 ? (
    <tbody aria-hidden>
      <tr style={{ height }} />
    </tbody>
  ) : null
}
