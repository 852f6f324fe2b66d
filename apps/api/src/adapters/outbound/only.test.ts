import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Code that opens nothing: generated types. */
const outsideThePlatform = /^generated\b/

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (path) => path.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(path) && !outsideThePlatform.test(path),
)

/** Tells whether code opens connections by HTTP without being told where they may lead. */
function connects(code: string): boolean {
  const asks = /\bfetch\(/.test(code) && !/function fetch\(/.test(code)
  // Types alone open nothing.
  const imports = code.match(/^import (?!type\b).*from 'node:https?'/gm) ?? []
  return asks || code.includes("from 'undici'") || imports.some((line) => !serves.test(line))
}

const serves =
  /import \{ (?:createServer|STATUS_CODES|type RequestListener|type Server|Server|, )+ \} from 'node:https?'/

rule('§8 outbound', 'One client asks everything outside')
test('only the outbound client sends HTTP requests', () => {
  expect(sources).toContain(join('adapters', 'outbound', 'outbound.ts'))
  const others = sources.filter((path) => !path.startsWith(join('adapters', 'outbound')))
  const connecting = others.filter((path) => connects(readFileSync(join(root, path), 'utf8')))
  expect(connecting).toEqual([])
})
