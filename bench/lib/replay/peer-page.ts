/** The peer with the same transcript and the same recording, built from the same answer as ours. */
export const peerPage = `<!doctype html><meta charset="utf-8"><style>
  body{margin:0;font:14px/22px system-ui} #hypertranscript{height:70vh;overflow-y:scroll;position:relative}
  .read{color:#000}.unread{color:#777}.active{text-decoration:underline}
</style>
<audio id="hyperplayer" preload="metadata" src="/audio.flac" style="width:100%" controls></audio>
<div id="hypertranscript"></div>
<script src="/hyperaudio-lite.js"></script>
<script>
  window.build = async () => {
    const began = performance.now()
    const { results } = await (await fetch('/transcript')).json()
    document.getElementById('hypertranscript').innerHTML = '<article><section>' + results.map(one =>
      '<p>' + one.alternatives[0].words.map(w =>
        '<span data-m="' + w.start_millis + '" data-d="' + (w.end_millis - w.start_millis) + '">' + w.word + ' </span>').join('') +
      '</p>').join('') + '</section></article>'
    window.probe = document.getElementById('hyperplayer')
    new HyperaudioLite({ transcript: 'hypertranscript', player: 'hyperplayer', minimizedMode: false, autoScroll: true, doubleClick: false, webMonetization: false, playOnClick: false })
    await new Promise(requestAnimationFrame)
    await new Promise(resolve => setTimeout(resolve))
    return performance.now() - began
  }
</script>`
