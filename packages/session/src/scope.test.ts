import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Scope } from './scope'

describe('Scope', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('releases timers, listeners, sockets and children with itself', () => {
    const scope = new Scope()
    const target = new EventTarget()
    const heard = vi.fn()
    const fired = vi.fn()
    const close = vi.fn()
    const childGone = vi.fn()
    scope.timeout(fired, 10)
    scope.interval(fired, 10)
    scope.listen(target, 'ping', heard)
    scope.socket({ close })
    scope.child().add(childGone)
    scope.dispose()
    vi.advanceTimersByTime(100)
    target.dispatchEvent(new Event('ping'))
    expect(fired).not.toHaveBeenCalled()
    expect(heard).not.toHaveBeenCalled()
    expect(close).toHaveBeenCalledOnce()
    expect(childGone).toHaveBeenCalledOnce()
    expect(scope.size).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('ACC-09 a timer of the maximum safe integer does not fire at once', () => {
    const scope = new Scope()
    const fired = vi.fn()
    scope.timeout(fired, Number.MAX_SAFE_INTEGER)
    vi.advanceTimersByTime(10 * 2_147_483_647)
    expect(fired).not.toHaveBeenCalled()
    scope.dispose()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a timer longer than 32 bits fires once, at its time', () => {
    const scope = new Scope()
    const fired = vi.fn()
    scope.timeout(fired, 2_147_483_647 + 5_000)
    vi.advanceTimersByTime(2_147_483_647 + 4_999)
    expect(fired).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(fired).toHaveBeenCalledOnce()
    expect(scope.size).toBe(0)
  })

  test('releases in reverse order and lets go of finished things', () => {
    const scope = new Scope()
    const order: string[] = []
    scope.add(() => order.push('first'))
    const release = scope.add(() => order.push('early'))
    scope.add(() => order.push('last'))
    release()
    release()
    scope.dispose()
    expect(order).toEqual(['early', 'last', 'first'])
  })

  test('a disposed scope acquires nothing', () => {
    const scope = new Scope()
    scope.dispose()
    const close = vi.fn()
    scope.socket({ close })
    scope.timeout(() => {}, 5)
    expect(close).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
    expect(scope.size).toBe(0)
  })

  test('everything is released although one release throws', () => {
    const scope = new Scope()
    const other = vi.fn()
    scope.add(other)
    scope.add(() => {
      throw new Error('stuck')
    })
    expect(() => scope.dispose()).toThrow('stuck')
    expect(other).toHaveBeenCalledOnce()
  })

  test('a child that ends leaves its parent', () => {
    const scope = new Scope()
    const child = scope.child()
    child.dispose()
    expect(scope.size).toBe(0)
  })

  test('an abort controller follows the scope and the outer signal', () => {
    const scope = new Scope()
    const outer = new AbortController()
    const byOuter = scope.abortController(outer.signal)
    const byScope = scope.abortController()
    outer.abort()
    expect(byOuter.signal.aborted).toBe(true)
    expect(scope.size).toBe(1)
    scope.dispose()
    expect(byScope.signal.aborted).toBe(true)
  })

  test('wait rejects when the scope goes first', async () => {
    const scope = new Scope()
    const waiting = scope.wait(1_000)
    scope.dispose()
    await expect(waiting).rejects.toThrow()
    await expect(scope.wait(1)).rejects.toThrow()
  })
})
