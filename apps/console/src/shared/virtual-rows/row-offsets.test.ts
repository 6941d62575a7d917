import { expect, test } from 'vitest'
import { RowOffsets } from './row-offsets'

test('PAS-05 offsets and rows agree with plain sums, regardless of what was measured', () => {
  for (const count of [0, 1, 2, 7, 64, 1000]) {
    const heights = Array.from({ length: count }, (_, i) => 20 + ((i * 37) % 50))
    const offsets = new RowOffsets(count, row => heights[row]!)
    for (let change = 0; change < 50 && count > 0; change++) {
      const row = (change * 613) % count
      heights[row] = 10 + ((change * 17) % 90)
      offsets.setHeight(row, heights[row]!)
    }
    let sum = 0
    heights.forEach((height, row) => {
      expect(offsets.offsetOf(row)).toBe(sum)
      expect(offsets.rowAt(sum)).toBe(row)
      expect(offsets.rowAt(sum + height - 1)).toBe(row)
      sum += height
    })
    expect(offsets.total).toBe(sum)
    expect(offsets.rowAt(-5)).toBe(0)
    expect(offsets.rowAt(sum + 100)).toBe(Math.max(0, count - 1))
  }
})
