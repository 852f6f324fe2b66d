import { execFile } from 'node:child_process'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/lib/find.mjs'
import { expect, test } from '../fixtures.js'
import { byHostBlock, cliConfiguration, engineCli, noCli, openCliFolder } from '../support/cli.js'
import { blocks, documentAt } from '../support/documents.js'
import { openPublisherFolder } from '../support/publisher.js'

const run = promisify(execFile)

const greeting = (text: string) => `output "greeting" {\n  value = "${text}"\n}\n`

test('the program that the platform serves publishes a folder, and the CLI installs it', async ({
  platform,
}) => {
  test.skip(engineCli === undefined, noCli)
  await platform.rest.create('/organizations', 'organizations', {
    name: 'pressroom',
    email: 'pressroom@example.com',
  })
  const publisher = await openPublisherFolder(platform.apiUrl, platform.adminToken)
  const way = byHostBlock(platform.apiUrl)
  const cli = await openCliFolder(cliConfiguration(way, platform.adminToken))
  const to = ['network', '--to', 'pressroom/network/aws', '--version']
  try {
    await publisher.write('network/main.tf', greeting('one') + 'variable "broken" {\n')
    await publisher.write('network/modules/subnet/main.tf', greeting('subnet'))
    await publisher.write('network/.env', 'SECRET=1\n')

    await test.step('what does not parse is told before anything is sent', async () => {
      const dry = await publisher.publish('network', '--dry-run')
      expect(dry).toMatchObject({ code: 4, output: expect.stringContaining('main.tf:4: Unclosed') })
      await publisher.write('network/main.tf', greeting('one'))
      expect(await publisher.publish('network', '--dry-run')).toMatchObject({
        code: 0,
        output: expect.stringContaining('modules/subnet, no README\n  outputs\n    greeting'),
      })
    })

    await test.step('two versions are published, neither of them twice', async () => {
      expect(await publisher.publish(...to, '1.0.0')).toMatchObject({ code: 0 })
      await publisher.write('network/main.tf', greeting('two'))
      expect(await publisher.publish(...to, '1.1.0')).toMatchObject({ code: 0 })
      expect(await publisher.publish(...to, '1.1.0')).toMatchObject({ code: 5 })
    })

    await test.step('init installs the newest that fits, file by file', async () => {
      await cli.write(
        'main.tf',
        `module "it" {\n  source  = "${way.host}/pressroom/network/aws"\n  version = "~> 1.0"\n}\n`,
      )
      const { code, output } = await cli.run('init')
      expect(code, output).toBe(0)
      expect(await cli.installed('it', 'main.tf')).toBe(greeting('two'))
      expect(await cli.installed('it', 'modules/subnet/main.tf')).toBe(greeting('subnet'))
      await expect(cli.installed('it', '.env')).rejects.toMatchObject({ code: 'ENOENT' })
    })
  } finally {
    await Promise.all([publisher.remove(), cli.remove()])
  }
})

test('the shell commands of docs/PUBLISHING.md work as they are written', async ({ platform }) => {
  test.skip(
    !['sh', 'curl', 'tar', 'git'].every((name) => findProgram(name)),
    'SKIPPED: the commands of docs/PUBLISHING.md need sh, curl, tar and git',
  )
  // It is there already where the README was followed before.
  await platform.rest.post('/organizations', 'organizations', { name: 'acme', email: 'acme@example.com' })
  const account = await platform.rest.get('/account/details')
  const folder = await mkdtemp(join(tmpdir(), 'engine-publishing-'))
  try {
    await mkdir(join(folder, 'network'))
    await writeFile(join(folder, 'network/main.tf'), greeting('documented'))
    await writeFile(join(folder, 'main.tf'), greeting('tagged'))
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
    expect(scripts).toHaveLength(4)
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
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
