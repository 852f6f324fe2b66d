import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OriginTwin } from '../../apps/api/load/src/origin/origin-twin.js'
import { executable, h1Of } from '../../apps/api/load/src/origin/provider-zip.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { expect, test } from '../cli-fixtures.js'
import { openCliFolder, type CliFolder } from '../support/cli.js'
import { living } from '../support/living.js'
import { administrator, createAdministrator, startApi } from '../support/platform.js'
import { cliPlatform, createSignedProvider, releaseProvider } from '../support/providers.js'
import { openTlsFront } from '../support/tls-front.js'

const host = 'engine.test'
const publicHost = 'registry.example'
const here = `${cliPlatform.os}_${cliPlatform.arch}`
const other = { os: 'plan9', arch: '386' }

/** A platform whose providers a CLI gets by its network mirror alone, behind a front that ends TLS. */
async function startMirrored() {
  const origin = await new OriginTwin().listen()
  const versions = [{ version: '1.0.0', platforms: [cliPlatform, other] }]
  const cloud = await origin.add('someone', 'cloud', { key: await newSigningKey(), versions })
  const front = await openTlsFront()
  const api = await startApi({
    ...{ PUBLIC_URL: `https://${host}`, PUBLIC_REGISTRY_URL: origin.url, PUBLIC_REGISTRY_HOST: publicHost },
    PROVIDER_COOLDOWN: '72h',
  })
  front.leadTo(api.apiUrl)
  const platform = living(api, administrator, await createAdministrator(api))
  const folders: CliFolder[] = []
  return {
    ...{ origin, cloud, platform, front },
    mirror: `${front.url}/v1/mirror/`,
    /** A folder whose CLI asks the mirror for every provider of these hosts, and nothing else. */
    async open(...sources: readonly string[]) {
      const hosts = JSON.stringify([`${publicHost}/*/*`, `${host}/*/*`])
      const cli = await openCliFolder(
        `disable_checkpoint = true
credentials "${new URL(front.url).host}" {
  token = "${platform.adminToken}"
}
provider_installation {
  network_mirror {
    url     = "${front.url}/v1/mirror/"
    include = ${hosts}
  }
  direct {
    exclude = ${hosts}
  }
}
`,
        { SSL_CERT_FILE: front.certificateFile },
      )
      folders.push(cli)
      const required = sources.map((source, index) => `    p${index} = { source = "${source}" }\n`).join('')
      await cli.write('main.tf', `terraform {\n  required_providers {\n${required}  }\n}\n`)
      return cli
    },
    async stop() {
      for (const folder of folders) await folder.remove()
      await api.stop()
      await front.close()
      await origin.close()
    },
  }
}

let mirrored: Awaited<ReturnType<typeof startMirrored>>
test.beforeAll(async () => {
  mirrored = await startMirrored()
})
test.afterAll(() => mirrored.stop())

const lockOf = (cli: CliFolder) => readFile(join(cli.path, '.terraform.lock.hcl'), 'utf8')

const installed = (cli: CliFolder, source: string) => {
  const file = `.terraform/providers/${source}/1.0.0/${here}/terraform-provider-cloud_v1.0.0`
  return readFile(join(cli.path, file), 'utf8')
}

test('init installs a public and a private provider by the network mirror, without a token for the zips', async () => {
  const { platform, open, origin, cloud } = mirrored
  const signer = await createSignedProvider(platform, 'acme/cloud')
  await releaseProvider(platform.rest, 'acme/cloud', '1.0.0', { signer })
  await cloud.release({ version: '1.1.0', platforms: [cliPlatform], publishedAt: new Date().toISOString() })
  const sources = [`${publicHost}/someone/cloud`, `${host}/acme/cloud`]
  const cli = await open(...sources)

  const { code, output } = await cli.run('init')

  expect(code, output).toBe(0)
  for (const source of sources) expect(output).toContain(`${source} v1.0.0`)
  expect(await installed(cli, sources[1] ?? '')).toBe(executable('cloud', '1.0.0'))
  expect(await lockOf(cli)).toContain(h1Of('cloud', '1.0.0'))
  for (const { headers } of origin.asked) expect(headers.authorization).toBeUndefined()
})

test('providers lock gets the hashes of other platforms from the mirror', async () => {
  const { open, mirror } = mirrored
  const cli = await open(`${publicHost}/someone/cloud`)

  const wanted = [here, `${other.os}_${other.arch}`].map((platform) => `-platform=${platform}`)
  const { code, output } = await cli.run('providers', 'lock', `-net-mirror=${mirror}`, ...wanted)

  expect(code, output).toBe(0)
  const lock = await lockOf(cli)
  for (const { os, arch } of [cliPlatform, other])
    expect(lock).toContain(h1Of('cloud', '1.0.0', `for ${os} ${arch}`))
})
