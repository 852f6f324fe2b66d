import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures.js'
import { cliConfiguration, engineCli, noCli, openCliFolder, registryHost } from '../support/cli.js'
import { createAdministrator, startPlatform } from '../support/platform.js'
import { cliPlatform } from '../support/providers.js'
import { startPublicRegistry } from '../support/public-registry.js'

test.skip(engineCli === undefined, noCli)

const module = { 'main.tf': 'output "greeting" {\n  value = "from outside"\n}\n' }

const configuration = `module "it" {
  source  = "${registryHost}/someone/network/aws"
  version = "~> 1.0"
}
terraform {
  required_providers {
    cloud = {
      source  = "${registryHost}/someone/cloud"
      version = "~> 1.0"
    }
  }
}
`

test('init gets modules and providers of the public registry through the platform, also while it is down', async () => {
  const outside = await startPublicRegistry(module)
  const platform = await startPlatform({ settings: { PUBLIC_REGISTRY_URL: outside.url } })
  const token = await createAdministrator(platform)
  const mirror = `${platform.apiUrl}/api/registry/public`
  const folders = [
    await openCliFolder(cliConfiguration(mirror, token)),
    await openCliFolder(cliConfiguration(mirror, token)),
  ] as const
  const stranger = await openCliFolder(cliConfiguration(mirror))
  try {
    for (const [round, cli] of folders.entries()) {
      if (round === 1) outside.fail()
      await cli.write('main.tf', configuration)
      const { code, output } = await cli.run('init')
      expect(code, output).toBe(0)
      expect(await cli.installed('it', 'main.tf')).toBe(module['main.tf'])
      const { os, arch } = cliPlatform
      const provider = `.terraform/providers/${registryHost}/someone/cloud/1.0.0/${os}_${arch}`
      const file = join(cli.path, provider, 'terraform-provider-cloud_v1.0.0')
      expect(await readFile(file, 'utf8')).toBe('cloud 1.0.0\n')
    }
    await stranger.write('main.tf', configuration)
    const { code, output } = await stranger.run('init')
    expect([code, output]).toEqual([1, expect.stringContaining('401')])
    expect(outside.asked.length).toBeGreaterThan(0)
    expect(outside.asked.filter(({ authorization }) => authorization !== undefined)).toEqual([])
  } finally {
    for (const cli of [...folders, stranger]) await cli.remove()
    await platform.stop()
    await outside.stop()
  }
})
