// Runs before the first paint, so that a page never flashes in the other theme.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('livetap.color-scheme')
  } catch {}
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
