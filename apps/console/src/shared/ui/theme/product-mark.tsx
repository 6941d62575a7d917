/** Five bars of a voice. */
export function ProductMark({ size = 20 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="light-dark(var(--mantine-color-accent-6), var(--mantine-color-accent-4))"
      strokeWidth="2.4"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M3 10v4M7.5 6v12M12 9v6M16.5 3v18M21 10v4" />
    </svg>
  )
}
