import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/lib/find.mjs'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { expect, test } from '../fixtures.js'
import { engineCli, noCli, openCliFolder } from '../support/cli.js'
import { blocks, documentAt } from '../support/documents.js'
import { registerKey, signedFiles } from '../support/providers.js'

const run = promisify(execFile)
const greeting = (text: string) => `output "greeting" {\n  value = "${text}"\n}\n`

test.skip(
  !['sh', 'curl', 'tar', 'git'].every((name) => findProgram(name)),
  'SKIPPED: the commands of the documents need sh, curl, tar and git',
)

test('the five-minute path of the README works as it is written', async ({ platform }) => {
  test.skip(engineCli === undefined, noCli)
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

test('the shell commands of docs/PUBLISHING.md work as they are written', async ({ platform }) => {
  // It is there already where the README was followed before, as above.
  await platform.rest.post('/organizations', 'organizations', { name: 'acme', email: 'acme@example.com' })
  const account = await platform.rest.get('/account/details')
  const folder = await mkdtemp(join(tmpdir(), 'engine-publishing-'))
  try {
    await mkdir(join(folder, 'network'))
    await writeFile(join(folder, 'network/main.tf'), greeting('documented'))
    await writeFile(join(folder, 'main.tf'), greeting('tagged'))
    await mkdir(join(folder, 'docs'))
    await writeFile(join(folder, 'docs/index.md'), '# The cloud\n')
    const signer = await newSigningKey()
    await registerKey(platform, 'acme', signer)
    await mkdir(join(folder, 'dist'))
    const { zip, filename, shasums, signature } = await signedFiles('cloud', '1.2.3', signer)
    await writeFile(join(folder, 'dist', filename), zip)
    await writeFile(join(folder, 'dist/cloud_1.2.3_SHA256SUMS'), shasums)
    await writeFile(join(folder, 'dist/cloud_1.2.3_SHA256SUMS.sig'), signature)
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      ENGINE_URL: platform.apiUrl,
      ENGINE_TOKEN: platform.adminToken,
      USER_ID: account.data?.id ?? '',
    }
    const commit = 'git -c user.name=Ana -c user.email=ana@example.com commit -q --allow-empty -m First'
    await run('sh', ['-euc', `git init -q && ${commit} && git tag v2.0.0`], { cwd: folder, env })
    const scripts = blocks(await documentAt('docs/PUBLISHING.md'), 'sh')
    expect(scripts).toHaveLength(9)
    for (const script of scripts) await run('sh', ['-euc', script], { cwd: folder, env })

    const path = '/organizations/acme/registry-modules/private/acme'
    const statuses = async (module: string) =>
      (await platform.rest.get(`${path}/${module}`)).data?.attributes['version-statuses']
    expect(await statuses('network/aws')).toEqual(
      expect.arrayContaining([
        { version: '2.0.0', status: 'ok' },
        { version: '1.2.3', status: 'ok' },
      ]),
    )
    expect(await statuses('plain/aws')).toEqual([{ version: '1.0.0', status: 'ok' }])
    const provider = '/organizations/acme/registry-providers/private/acme/cloud/versions/1.2.3'
    const made = (await platform.rest.get(provider)).data?.attributes
    expect(made).toMatchObject({ published: true, 'docs-uploaded-at': expect.any(String) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** The text from one phrase to another, both of which must be there. */
function section(text: string, from: string, to: string): string {
  const start = text.indexOf(from)
  const end = text.indexOf(to, start)
  expect(start, `the README has "${from}"`).toBeGreaterThanOrEqual(0)
  expect(end, `the README has "${to}" after it`).toBeGreaterThan(start)
  return text.slice(start, end)
}
