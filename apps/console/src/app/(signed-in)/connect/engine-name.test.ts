import { expect, test } from 'vitest'
import { commandsFor, isCommandName } from './engine-name'

test('the command of the CLI becomes a line of the settings, and nothing else becomes one', () => {
  expect(commandsFor('tool').shell).toBe("echo 'ENGINE_ALIASES=tool' >> .env\nnpm start")
  expect(isCommandName('tool2')).toBe(true)
  for (const word of ['', 't', 'Tool', 'engine', "a'b", 'a b', 'x'.repeat(32)])
    expect(isCommandName(word), word).toBe(false)
})
