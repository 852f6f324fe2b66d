import { expect, test } from 'vitest'
import { Progress } from './progress.js'

function screenOf(columns?: number) {
  const written: string[] = []
  const write = (text: string): boolean => written.push(text) > 0
  const screen = columns === undefined ? { write } : { write, columns, isTTY: true }
  return { written, screen: screen as ConstructorParameters<typeof Progress>[0] }
}

test('in a log there is a line for each quarter, and again when it begins again', () => {
  const { written, screen } = screenOf()
  const progress = new Progress(screen)
  for (const sent of [0, 100, 300, 400, 600, 1024, 0, 1024]) progress.sent(sent, 1024)
  expect(written).toEqual([0, 25, 50, 100, 0, 100].map((percent) => `Uploading: ${percent}% of 1.0 KiB\n`))
})

test('on a terminal a bar moves, fits its width, and makes room for what is said', () => {
  const { written, screen } = screenOf(60)
  let now = 0
  const progress = new Progress(screen, () => now)
  progress.sent(0, 2048)
  progress.sent(100, 2048)
  now = 200
  progress.sent(1024, 2048)
  progress.line('something')
  progress.sent(2048, 2048)
  progress.clear()
  expect(written).toEqual([
    `Uploading ${'░'.repeat(25)} 0%  0 bytes of 2.0 KiB`,
    '\r\u001b[2K',
    `Uploading ${'█'.repeat(12)}${'░'.repeat(12)} 50%  1.0 KiB of 2.0 KiB`,
    '\r\u001b[2K',
    'something\n',
    `Uploading ${'█'.repeat(11)} 100%  2.0 KiB of 2.0 KiB, being read`,
    '\r\u001b[2K',
  ])
  for (const line of written) expect(line.length).toBeLessThan(60)
})
