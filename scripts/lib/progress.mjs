const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const stillAfter = 15_000

/**
 * Shows what is being done: a moving line with the seconds on a terminal, plain lines otherwise.
 *
 * - `step(title, work)` runs `work(detail)`; `detail(text)` says what it is at, on a line of its own elsewhere than on
 *   a terminal unless `{ terse: true }`. Returns what the work returns.
 * - `note(text)` prints a line without disturbing the moving one.
 */
export function createProgress(stream = process.stdout) {
  // A terminal that has gone away must not end what it was showing.
  stream.on('error', () => {})
  const live = Boolean(stream.isTTY) && process.env['TERM'] !== 'dumb'
  let redraw

  function note(text) {
    if (redraw) stream.write('\r\x1b[2K')
    stream.write(`${text}\n`)
    redraw?.()
  }

  async function step(title, work, { terse = false } = {}) {
    const start = performance.now()
    const seconds = () => (performance.now() - start) / 1000
    let at = ''
    let frame = 0
    const line = () => `${title}${at && `: ${at}`}`
    const draw = () => {
      const text = `${frames[frame++ % frames.length]} ${line()} ${Math.floor(seconds())} s`
      stream.write(`\r\x1b[2K${text.slice(0, (stream.columns ?? 80) - 1)}`)
    }
    const timer = live
      ? setInterval(draw, 100)
      : setInterval(() => note(`  ${line()}, ${Math.round(seconds())} s so far`), stillAfter)
    if (live) redraw = draw
    else note(`- ${title}`)

    const finish = (mark) => {
      clearInterval(timer)
      redraw = undefined
      if (live) stream.write('\r\x1b[2K')
      stream.write(`${mark} ${title} (${seconds().toFixed(1)} s)\n`)
    }
    try {
      const result = await work((text) => {
        at = text
        if (!live && !terse) note(`  ${title}: ${text}`)
      })
      finish('✓')
      return result
    } catch (error) {
      finish('✗')
      throw error
    }
  }

  return { step, note }
}
