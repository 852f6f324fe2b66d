import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, type CliPlatform } from '../cli-fixtures.js'
import { oneLine } from '../support/cli.js'
import { executable } from '../../apps/api/load/src/origin/provider-zip.js'
import { cliPlatform, createSignedProvider, releaseProvider, requiring } from '../support/providers.js'

test('a shared provider installs for the token of a consumer and for no stranger, as long as it is shared', async ({
  platform,
  openCli,
}) => {
  const address = 'lenders/cloud'
  const signer = await createSignedProvider(platform, address)
  await releaseProvider(platform.rest, address, '1.0.0', { signer })
  const consumer = await organizationToken(platform, 'borrowers')
  const stranger = await organizationToken(platform, 'outsiders')
  await share(platform, ['borrowers'])
  const source = platform.source(address)
  const init = async (token: string) => {
    const cli = await openCli({ token })
    await cli.write('main.tf', requiring(source, '1.0.0'))
    return { cli, ...(await cli.run('init')) }
  }

  const shared = await init(consumer)
  expect(shared.code, shared.output).toBe(0)
  const { os, arch } = cliPlatform
  const folder = `.terraform/providers/${source}/1.0.0/${os}_${arch}`
  const file = await readFile(join(shared.cli.path, folder, 'terraform-provider-cloud_v1.0.0'), 'utf8')
  expect(file).toBe(executable('cloud', '1.0.0'))

  const refused = await init(stranger)
  expect(refused.code).not.toBe(0)
  expect(oneLine(refused.output)).toContain(`does not have a provider named ${source}`)

  await share(platform, [])
  const withdrawn = await init(consumer)
  expect(withdrawn.code).not.toBe(0)
})

/** The token of a new organization. */
async function organizationToken({ apiUrl, adminToken, rest }: CliPlatform, name: string): Promise<string> {
  await rest.create('/organizations', 'organizations', { name, email: `${name}@example.com` })
  const answer = await fetch(`${apiUrl}/api/v2/organizations/${name}/authentication-token`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}` },
  })
  const { data } = (await answer.json()) as { data: { attributes: { token: string } } }
  return data.attributes.token
}

async function share({ apiUrl, adminToken }: CliPlatform, consumers: readonly string[]): Promise<void> {
  const answer = await fetch(`${apiUrl}/api/v2/admin/organizations/lenders/registry-partnerships`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({
      data: { type: 'registry-partnerships', attributes: { 'provider-consumers': consumers } },
    }),
  })
  expect(answer.status).toBe(204)
}
