import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base } from '../cli-fixtures.js'
import { byHostBlock } from '../support/cli.js'
import { OriginTwin } from '../../apps/api/load/src/origin/origin-twin.js'
import { executable } from '../../apps/api/load/src/origin/provider-zip.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { cliPlatform } from '../support/providers.js'
import { archiveOf } from '../support/registry.js'

const module = { 'main.tf': 'output "greeting" {\n  value = "from outside"\n}\n' }

/** Starts a public registry with one module and one provider, each of version 1.0.0. */
async function startOutside(): Promise<OriginTwin> {
  const outside = await new OriginTwin().listen()
  const network = '/v1/modules/someone/network/aws'
  outside.say(`${network}/versions`, { body: { modules: [{ versions: [{ version: '1.0.0' }] }] } })
  const headers = { 'x-terraform-get': '/files/module.tar.gz' }
  outside.say(`${network}/1.0.0/download`, { status: 204, headers })
  outside.say('/files/module.tar.gz', { body: await archiveOf(module) })
  const versions = [{ version: '1.0.0', platforms: [cliPlatform] }]
  await outside.add('someone', 'cloud', { key: await newSigningKey('rsa'), versions })
  return outside
}

const test = base.extend<object, { outside: OriginTwin }>({
  outside: [
    async ({ browserName: _ }, use) => {
      const outside = await startOutside()
      await use(outside)
      await outside.close()
    },
    { scope: 'worker' },
  ],
  settings: [({ outside }, use) => use({ PUBLIC_REGISTRY_URL: outside.url }), { scope: 'worker' }],
})

const configuration = (host: string) => `module "it" {
  source  = "${host}/someone/network/aws"
  version = "~> 1.0"
}
terraform {
  required_providers {
    cloud = {
      source  = "${host}/someone/cloud"
      version = "~> 1.0"
    }
  }
}
`

test('init gets modules and providers of the public registry through the platform, also while it is down', async ({
  platform,
  outside,
  openCli,
}) => {
  const way = byHostBlock(`${platform.apiUrl}/api/registry/public`)
  for (const round of ['up', 'down']) {
    if (round === 'down') outside.fail({ status: 500 }, /^\/v1\//)
    const cli = await openCli({ way, token: platform.adminToken })
    await cli.write('main.tf', configuration(way.host))
    const { code, output } = await cli.run('init')
    expect(code, output).toBe(0)
    expect(await cli.installed('it', 'main.tf')).toBe(module['main.tf'])
    const { os, arch } = cliPlatform
    const provider = `.terraform/providers/${way.host}/someone/cloud/1.0.0/${os}_${arch}`
    const file = join(cli.path, provider, 'terraform-provider-cloud_v1.0.0')
    expect(await readFile(file, 'utf8')).toBe(executable('cloud', '1.0.0', `for ${os} ${arch}`))
  }
  const stranger = await openCli({ way })
  await stranger.write('main.tf', configuration(way.host))
  const { code, output } = await stranger.run('init')
  expect([code, output]).toEqual([1, expect.stringContaining('401')])
  expect(outside.asked.length).toBeGreaterThan(0)
  expect(outside.asked.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
})
