/** A replay by hand, without a framework, a player or a look: the least that the same work takes in this browser. */
export const barePage = `<!doctype html><meta charset="utf-8"><style>
  body{margin:0;font:14px/22px system-ui} ul{height:70vh;overflow-y:scroll;position:relative;margin:0;padding:0}
  li{position:absolute;left:0;right:0;height:66px;list-style:none;overflow:hidden}
  [data-playing]{text-decoration:underline}
</style>
<ul data-testid="transcript-list"></ul>
<script>
  const ROW = 66
  const list = document.querySelector('ul')
  let utterances = []
  let total = 0
  let texts
  let marked
  const rowOf = (one, row) => '<li data-row="' + row + '" style="top:' + row * ROW + 'px"><p>' +
    one.alternatives[0].words.map(({ word, start_millis }) => '<span data-word="' + row + '-' + start_millis + '">' + word + ' </span>').join('') +
    '</p></li>'
  const draw = () => {
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 5)
    const shown = utterances.slice(first, first + 30)
    list.innerHTML = '<div style="height:' + total * ROW + 'px"></div>' + shown.map((one, i) => rowOf(one, first + i)).join('')
  }
  list.addEventListener('scroll', draw)
  /** From the first screen asked for to its text drawn. */
  window.build = async () => {
    const began = performance.now()
    const first = await (await fetch('/transcript?limit=40')).json()
    utterances = first.results
    total = first.total
    draw()
    await new Promise(requestAnimationFrame)
    await new Promise(resolve => setTimeout(resolve))
    return performance.now() - began
  }
  window.complete = async () => {
    utterances = (await (await fetch('/transcript')).json()).results
  }
  /** 2,500 utterances parsed in one go. */
  window.readAtOnce = async () => {
    const text = await (await fetch('/transcript?limit=500')).text()
    const began = performance.now()
    for (let read = 0; read < 2500; ) read += JSON.parse(text).results.length
    return performance.now() - began
  }
  const follow = () => {
    const ms = probe.currentTime * 1000
    let [low, high] = [0, utterances.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (utterances[middle].start_millis <= ms) low = middle
      else high = middle - 1
    }
    if (!list.querySelector('[data-row="' + low + '"]')) {
      list.scrollTop = low * ROW
      draw()
    }
    const said = utterances[low].alternatives[0].words.findLast(({ start_millis }) => start_millis <= ms)
    marked?.removeAttribute('data-playing')
    marked = said && list.querySelector('[data-word="' + low + '-' + said.start_millis + '"]')
    marked?.setAttribute('data-playing', 'current')
  }
  window.openSound = async () => {
    const sound = new Audio()
    sound.addEventListener('seeking', follow)
    sound.addEventListener('timeupdate', follow)
    sound.preload = 'metadata'
    sound.src = '/audio.flac'
    await new Promise((resolve, reject) => {
      sound.addEventListener('loadedmetadata', resolve)
      sound.addEventListener('error', reject)
    })
  }
  window.forget = () => {
    texts = undefined
  }
  window.find = query => {
    texts ??= utterances.map(one => one.alternatives[0].transcript.toLowerCase())
    const found = texts.flatMap((text, row) => (text.includes(query) ? [row] : []))
    list.scrollTop = (found[0] ?? 0) * ROW
    draw()
    return list.offsetHeight + found.length
  }
</script>`
