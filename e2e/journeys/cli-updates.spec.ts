import { expect, test } from '../cli-fixtures.js'
import { createSignedProvider, releaseProvider } from '../support/providers.js'
import { createModule, greeting, publishVersion } from '../support/registry.js'
import { openUpdateBot } from '../support/update-bot.js'

test('@full a bot that looks for updates finds those of modules and providers', async ({
  platform,
  overTls,
}) => {
  test.skip(!overTls, 'SKIPPED: the bot asks over https alone')
  const bot = await openUpdateBot()
  test.skip(bot === undefined, 'SKIPPED: the bot could not be installed from the package registry')
  if (!bot) return
  await createModule(platform.rest, 'updated/network/aws')
  for (const version of ['1.0.0', '1.2.0'])
    await publishVersion(platform.rest, 'updated/network/aws', version, { 'main.tf': greeting(version) })
  const signer = await createSignedProvider(platform, 'updated-clouds/cloud')
  for (const version of ['2.0.0', '2.1.0'])
    await releaseProvider(platform.rest, 'updated-clouds/cloud', version, { signer })

  const module = platform.source('updated/network/aws')
  const text = `terraform {
  required_providers {
    cloud = {
      source  = "registry.test/updated-clouds/cloud"
      version = "2.0.0"
    }
  }
}
module "network" {
  source  = "${module}"
  version = "1.0.0"
}
`
  try {
    const found = await bot.updates(text, {
      url: `https://${platform.way.host}`,
      token: platform.adminToken,
      certificate: platform.way.variables['SSL_CERT_FILE'] ?? '',
    })
    expect(found).toEqual([
      { name: 'updated-clouds/cloud', from: '2.0.0', to: '2.1.0' },
      { name: module, from: '1.0.0', to: '1.2.0' },
    ])
  } finally {
    await bot.remove()
  }
})
