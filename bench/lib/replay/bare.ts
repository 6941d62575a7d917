import type { MeasuredPage } from './measured-page'
import { jumpToEnd } from './page'

interface BareWindow {
  build(): Promise<number>
  complete(): Promise<void>
  readAtOnce(): Promise<number>
  openSound(): Promise<void>
  forget(): void
  find(query: string): number
}

export async function openBare({ page, figures }: MeasuredPage, url: string): Promise<void> {
  await page.goto(url)
  figures.firstText.push(await page.evaluate(() => (window as unknown as BareWindow).build()))
  figures.reading.push(await page.evaluate(() => (window as unknown as BareWindow).readAtOnce()))
  await page.evaluate(() => (window as unknown as BareWindow).complete())
  await page.evaluate(() => (window as unknown as BareWindow).openSound())
}

export async function jumpAndSearchBare({ page, figures }: MeasuredPage): Promise<void> {
  figures.toEnd.push(await jumpToEnd(page))
  const [cold, warm] = await page.evaluate(() => {
    const { find, forget } = window as unknown as BareWindow
    // Too short for the clock by itself.
    const timed = (search: () => void) => {
      const began = performance.now()
      for (let time = 0; time < 10; time++) search()
      return (performance.now() - began) / 10
    }
    const cold = timed(() => {
      forget()
      find('question')
    })
    return [cold, timed(() => find('questions'))] as const
  })
  figures.searchCold.push(cold)
  figures.searchWarm.push(warm)
}
