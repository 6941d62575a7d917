import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'

/** Where a database is kept that is filled once. One whose filling was broken off, or whose filling is another by now, is made anew. */
export class KeptFolder {
  private constructor(
    readonly path: string,
    private readonly filling: string,
  ) {}

  /** `filling` says what is filled in, in any words. */
  static async open(path: string, filling = ''): Promise<KeptFolder> {
    const folder = new KeptFolder(path, filling)
    if (!folder.#isFilled()) rmSync(path, { recursive: true, force: true })
    mkdirSync(path, { recursive: true })
    // The database's own user goes through them.
    await chmod(path, 0o755)
    return folder
  }

  /** Answers whether it was filled now. */
  async fillOnce(fill: () => Promise<void>): Promise<boolean> {
    if (this.#isFilled()) {
      console.log(`kept since ${this.#note()!.at}: ${this.path}`)
      return false
    }
    const began = performance.now()
    console.log(`filling ${this.path}`)
    await fill()
    writeFileSync(this.#notePath, `${new Date().toISOString()}\n${this.filling}`)
    console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
    return true
  }

  #isFilled(): boolean {
    return this.#note()?.filling === this.filling
  }

  #note(): { at: string; filling: string } | undefined {
    if (!existsSync(this.#notePath)) return undefined
    const [at = '', ...filling] = readFileSync(this.#notePath, 'utf8').split('\n')
    return { at, filling: filling.join('\n') }
  }

  get #notePath(): string {
    return join(this.path, 'filled')
  }
}
