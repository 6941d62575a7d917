import { expect, onTestFinished, test, vi } from 'vitest'
import { AutoScroll } from './auto-scroll'

function setUp({ hasFocus = true } = {}) {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', { hasFocus: () => hasFocus })
  onTestFinished(() => void vi.unstubAllGlobals())
  const autoScroll = new AutoScroll()
  const stop = autoScroll.watchWindow()
  const list = new EventTarget() as HTMLElement
  const isOn = () => autoScroll.getSnapshot().isOn
  const move = (type: string) => list.dispatchEvent(Object.assign(new Event(type), { pointerType: 'mouse' }))
  return { window, autoScroll, list, move, isOn, stop }
}

test('PAS-05 it is off while the window is unfocused, also when no list is shown yet', () => {
  const { window, isOn, stop } = setUp()
  expect(isOn()).toBe(true)
  window.dispatchEvent(new Event('blur'))
  expect(isOn()).toBe(false)
  window.dispatchEvent(new Event('focus'))
  expect(isOn()).toBe(true)
  stop()
  window.dispatchEvent(new Event('blur'))
  expect(isOn()).toBe(true)
})

test('PAS-05 a window that opens behind another one starts with it off', () => {
  expect(setUp({ hasFocus: false }).isOn()).toBe(false)
})

test('PAS-05 it is off while the mouse is over the list, until the mouse or the list goes', () => {
  const { autoScroll, list, move, isOn } = setUp()
  const detach = autoScroll.attach(list)
  move('pointerenter')
  expect(isOn()).toBe(false)
  move('pointerleave')
  expect(isOn()).toBe(true)
  move('pointerenter')
  detach()
  expect(isOn()).toBe(true)
})
