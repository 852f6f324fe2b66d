import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/lib/find.mjs'
import { expect, test } from '../fixtures.js'
import { engineCli, noCli, openCliFolder } from '../support/cli.js'
import { blocks, documentAt } from '../support/documents.js'

const run = promisify(execFile)

test.skip(engineCli === undefined, noCli)
test.skip(
  !['sh', 'curl', 'tar'].every((name) => findProgram(name)),
  'SKIPPED: the commands of the README need sh, curl and tar',
)

test('the five-minute path of the README works as it is written', async ({ platform }) => {
  const readme = await documentAt('README.md')
  const path = section(readme, '**3. Make a token**', 'Behind a proxy')
  const here = (text: string) =>
    text.replaceAll('http://127.0.0.1:4000', platform.apiUrl).replaceAll('…', platform.adminToken)

  await test.step('publish a module: the sh blocks, as one script', async () => {
    const script = blocks(path, 'sh')
    expect(script.length).toBeGreaterThanOrEqual(2)
    const folder = await mkdtemp(join(tmpdir(), 'engine-readme-'))
    try {
      const { stdout } = await run('sh', ['-euc', here(script.join('\n'))], { cwd: folder })
      expect(stdout).not.toContain('"errors"')
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  await test.step('install it: the two hcl blocks, the CLI’s configuration and main.tf', async () => {
    const [configuration = '', main = '', ...others] = blocks(path, 'hcl')
    expect(others).toEqual([])
    const cli = await openCliFolder(here(configuration))
    try {
      await cli.write('main.tf', main)
      const { code, output } = await cli.run('init')
      expect(code, output).toBe(0)
      expect(await cli.installed('network', 'main.tf')).toContain('it works')
    } finally {
      await cli.remove()
    }
  })
})

/** The text from one phrase to another, both of which must be there. */
function section(text: string, from: string, to: string): string {
  const start = text.indexOf(from)
  const end = text.indexOf(to, start)
  expect(start, `the README has "${from}"`).toBeGreaterThanOrEqual(0)
  expect(end, `the README has "${to}" after it`).toBeGreaterThan(start)
  return text.slice(start, end)
}
