/** Large enough that its file costs little, small enough that several are held at once. */
export const PART_BYTES = 4 * 1024 * 1024
/** What is smaller shares a part with others. */
export const SMALL_BYTES = 1024 * 1024
