import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../../scripts/lib/find.mjs'
import { executable, providerZip, sha256 } from '../../apps/api/load/src/origin/provider-zip.js'
import { expect, test } from '../cli-fixtures.js'
import { cliPlatform, requiring } from '../support/providers.js'
import { openPublisherFolder } from '../support/publisher.js'

const run = promisify(execFile)

test.skip(!findProgram('gpg'), 'SKIPPED: the release is signed with gpg')

/** Platforms beside the one of this machine. */
const others = ['darwin_arm64', 'freebsd_amd64', 'linux_386', 'openbsd_amd64', 'windows_386']

test('the folder of a release tool is published by one command, and the CLI installs it', async ({
  platform,
  cli,
}) => {
  const { rest, apiUrl, adminToken, source } = platform
  await rest.create('/organizations', 'organizations', { name: 'foundry', email: 'foundry@example.com' })
  // A socket has a short path.
  const home = await mkdtemp(join(tmpdir(), 'gpg-'))
  const gpg = (...args: string[]) =>
    run('gpg', ['--homedir', home, '--batch', '--pinentry-mode', 'loopback', '--passphrase', '', ...args])
  await gpg('--quick-generate-key', 'Release <release@example.com>', 'rsa2048', 'sign', 'never')
  const { stdout: armor } = await gpg('--armor', '--export')
  const registered = await fetch(`${apiUrl}/api/registry/private/v2/gpg-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${adminToken}` },
    body: JSON.stringify({
      data: { type: 'gpg-keys', attributes: { namespace: 'foundry', 'ascii-armor': armor } },
    }),
  })
  expect(registered.status).toBe(201)
  const account = await rest.get('/account/details')
  const token = await rest.create(
    `/users/${account.data?.id}/authentication-tokens`,
    'authentication-tokens',
    {
      description: 'CI of foundry/cloud',
      scopes: ['publish:foundry/cloud'],
    },
  )
  const publisher = await openPublisherFolder(apiUrl, { ENGINE_TOKEN: String(token.attributes['token']) })
  try {
    const stem = 'terraform-provider-cloud_1.0.0'
    const manifest = '{"version":1,"metadata":{"protocol_versions":["6.0"]}}\n'
    const zips = [`${cliPlatform.os}_${cliPlatform.arch}`, ...others].map(
      (each) => [`${stem}_${each}.zip`, providerZip('cloud', '1.0.0')] as const,
    )
    const sums = [...zips, [`${stem}_manifest.json`, Buffer.from(manifest)] as const]
      .map(([name, bytes]) => `${sha256(bytes)}  ${name}\n`)
      .sort((one, other) => (one.slice(66) < other.slice(66) ? -1 : 1))
    for (const [name, zip] of zips) await publisher.write(`dist/${name}`, zip)
    await publisher.write(`dist/${stem}_SHA256SUMS`, sums.join(''))
    // As the tool leaves it: where it was written.
    await publisher.write('terraform-registry-manifest.json', manifest)
    const signed = join(publisher.path, `dist/${stem}_SHA256SUMS`)
    await gpg('--output', `${signed}.sig`, '--detach-sign', signed)
    const publish = () => publisher.publish('provider', 'dist', '--to', 'foundry/cloud')

    const release = await publish()

    expect(release.code, release.output).toBe(0)
    expect(release.output).toContain('Published foundry/cloud 1.0.0')
    const path = '/organizations/foundry/registry-providers/private/foundry/cloud/versions/1.0.0'
    expect((await rest.get(path)).data?.attributes).toMatchObject({
      published: true,
      protocols: ['6.0'],
      warnings: [],
    })
    expect((await rest.list(`${path}/platforms`)).length).toBe(6)
    await cli.write('main.tf', requiring(source('foundry/cloud'), '1.0.0'))
    const init = await cli.run('init')
    expect(init.code, init.output).toBe(0)
    const { os, arch } = cliPlatform
    const folder = `.terraform/providers/${source('foundry/cloud')}/1.0.0/${os}_${arch}`
    expect(await readFile(join(cli.path, folder, 'terraform-provider-cloud_v1.0.0'), 'utf8')).toBe(
      executable('cloud', '1.0.0'),
    )
    expect((await publish()).code, 'a second run').toBe(5)

    await publisher.write('docs/index.md', '# The cloud\n')
    await publisher.write('docs/resources/server.md', '---\npage_title: [a]\n---\n# Server\n')
    await publisher.write('docs/plan.png', 'x')
    const documented = await publisher.publish('provider', 'dist', '--to', 'foundry/cloud', '--docs', 'docs')
    expect(documented.code, documented.output).toBe(0)
    expect(documented.output).toContain('Documentation of foundry/cloud 1.0.0: 2 pages, 1 file ignored')
    expect(documented.output).toContain('Warning: resources/server.md: page_title of the front matter')
    const pages = await rest.list(`${path}/docs`)
    expect(pages.map(({ attributes }) => attributes['path'])).toEqual(['index.md', 'resources/server.md'])
  } finally {
    await run('gpgconf', ['--homedir', home, '--kill', 'all']).catch(() => undefined)
    await Promise.all([publisher.remove(), rm(home, { recursive: true, force: true })])
  }
})
