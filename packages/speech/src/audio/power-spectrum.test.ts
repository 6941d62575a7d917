import { expect, test } from 'vitest'
import { PowerSpectrum } from './power-spectrum'

/** By the definition, sum by sum. */
function powerAt(bin: number, frame: Float32Array): number {
  let [re, im] = [0, 0]
  frame.forEach((value, at) => {
    const angle = (2 * Math.PI * bin * at) / frame.length
    re += value * Math.cos(angle)
    im += value * Math.sin(angle)
  })
  return re * re + im * im
}

test.each([1, 2, 7, 12, 25, 64, 400])('the spectrum of %i samples is what the definition says', size => {
  const frame = Float32Array.from({ length: size }, (_, at) => Math.sin(at * 0.7) + ((at * 37) % 11) / 11)
  const spectrum = new PowerSpectrum(size)
  const powers = new Float32Array(spectrum.bins)
  spectrum.compute(frame, powers)
  expect(powers).toHaveLength(Math.floor(size / 2) + 1)
  powers.forEach((power, bin) => {
    expect(power).toBeCloseTo(powerAt(bin, frame), 2)
  })
})
