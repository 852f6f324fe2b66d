import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OriginTwin } from '../../apps/api/load/src/origin/origin-twin.js'
import { newSigningKey } from '../../apps/api/load/src/origin/signing.js'
import { expect, test } from '../cli-fixtures.js'
import { byHostBlock, cliConfiguration, openCliFolder, type CliFolder } from '../support/cli.js'
import { living } from '../support/living.js'
import { administrator, createAdministrator, startApi } from '../support/platform.js'
import { cliPlatform } from '../support/providers.js'
import { openPublisherFolder } from '../support/publisher.js'
import { archiveOf, greeting, type ModuleFiles } from '../support/registry.js'
import { openTlsFront } from '../support/tls-front.js'

const publicHost = 'registry.example'
const source = `${publicHost}/someone/cloud`

/** A platform that stores files of an origin, and one whose origin is offline, behind a front that ends TLS. */
async function startBoth() {
  const origin = await new OriginTwin().listen()
  const key = await newSigningKey()
  const versions = [{ version: '1.0.0', platforms: [cliPlatform] }]
  const cloud = await origin.add('someone', 'cloud', { key, versions })
  const front = await openTlsFront()
  const connected = await startApi({
    ...{ PUBLIC_REGISTRY_URL: origin.url, PUBLIC_REGISTRY_HOST: publicHost, PROVIDER_FILES: 'store' },
  })
  const offline = await startApi({ PROVIDER_ORIGINS: `${publicHost}=` })
  front.leadTo(offline.apiUrl)
  const tokens = {
    connected: living(connected, administrator, await createAdministrator(connected)).adminToken,
    offline: living(offline, administrator, await createAdministrator(offline)).adminToken,
  }
  const folders: CliFolder[] = []
  const open = async (configuration: string, variables: Record<string, string> = {}) => {
    const cli = await openCliFolder(`disable_checkpoint = true\n${configuration}`, variables)
    folders.push(cli)
    await cli.write(
      'main.tf',
      `terraform {\n  required_providers {\n    cloud = { source = "${source}" }\n  }\n}\n`,
    )
    return cli
  }
  return {
    ...{ origin, key, cloud, connected, offline, tokens },
    /** A folder whose CLI finds the providers of the origin at a platform, by a host block. */
    byHostBlock: (url: string, token: string) =>
      open(`host "${publicHost}" {
  services = {
    "providers.v1" = "${url}/api/registry/public/${publicHost}/v1/providers/"
  }
}
credentials "${publicHost}" {
  token = "${token}"
}
`),
    /** A folder whose CLI asks the offline platform by its network mirror. */
    byMirror: () =>
      open(
        `credentials "${new URL(front.url).host}" {
  token = "${tokens.offline}"
}
provider_installation {
  network_mirror {
    url     = "${front.url}/v1/mirror/"
    include = ["${publicHost}/*/*"]
  }
  direct {
    exclude = ["${publicHost}/*/*"]
  }
}
`,
        { SSL_CERT_FILE: front.certificateFile },
      ),
    async stop() {
      for (const folder of folders) await folder.remove()
      await connected.stop()
      await offline.stop()
      await front.close()
      await origin.close()
    },
  }
}

let both: Awaited<ReturnType<typeof startBoth>>
test.beforeAll(async () => {
  both = await startBoth()
})
test.afterAll(() => both.stop())

const lockOf = (cli: CliFolder) => readFile(join(cli.path, '.terraform.lock.hcl'), 'utf8')

test('init goes on from the stored file when the origin is away', async () => {
  const { origin, connected, tokens, byHostBlock } = both
  const first = await (await byHostBlock(connected.apiUrl, tokens.connected)).run('init')
  expect(first.code, first.output).toBe(0)
  await origin.close()

  const { code, output } = await (await byHostBlock(connected.apiUrl, tokens.connected)).run('init')

  await origin.listen()
  expect(code, output).toBe(0)
  expect(output).toContain(`Installed ${source} v1.0.0 (self-signed, key ID`)
  const zips = origin.asked.filter(({ url }) => url.endsWith('.zip'))
  expect(zips.length).toBeLessThanOrEqual(1)
})

test('what providers mirror wrote installs from a platform without an origin, and by signature once that is there', async () => {
  const { connected, offline, tokens, byHostBlock, byMirror, cloud, key } = both
  const writer = await byHostBlock(connected.apiUrl, tokens.connected)
  const mirrored = await writer.run('providers', 'mirror', 'mirror')
  expect(mirrored.code, mirrored.output).toBe(0)
  const publisher = await openPublisherFolder(offline.apiUrl, { ENGINE_TOKEN: tokens.offline })
  const importing = () => publisher.publish('mirror', join(writer.path, 'mirror'))
  expect((await importing()).output).toContain('1 file imported, 0 there already\n')
  expect((await importing()).output).toContain('0 files imported, 1 there already\n')

  const byHash = await byMirror()
  const installed = await byHash.run('init')
  expect(installed.code, installed.output).toBe(0)
  expect(await lockOf(byHash)).toContain('h1:')
  const unsigned = await (await byHostBlock(offline.apiUrl, tokens.offline)).run('init')
  expect(unsigned.code).toBe(1)

  const { shasums, signature } = cloud.get('1.0.0')
  const path = join(writer.path, 'mirror', source, 'terraform-provider-cloud_1.0.0_SHA256SUMS')
  await writeFile(path, shasums)
  await writeFile(`${path}.sig`, signature ?? '')
  await writeFile(`${path}.asc`, key.armor)
  const completed = await importing()
  await publisher.remove()
  expect(completed.code, completed.output).toBe(0)
  const signed = await byHostBlock(offline.apiUrl, tokens.offline)
  const { code, output } = await signed.run('init')
  expect(code, output).toBe(0)
  expect(output).toContain(`Installed ${source} v1.0.0 (self-signed, key ID`)
  expect(await lockOf(signed)).toContain('zh:')
})

const call = (name: string, source: string, version = '') =>
  `module "${name}" {\n  source = "${source}"\n${version}}\n`

/** A public registry over https with two modules: each archive has its module in a folder, and one calls the other. */
async function startModules() {
  const origin = await new OriginTwin().listen()
  const front = await openTlsFront()
  front.leadTo(origin.url)
  const publish = async (name: string, location: string, files: ModuleFiles) => {
    const path = `/v1/modules/someone/${name}/aws`
    origin.say(`${path}/versions`, { body: { modules: [{ versions: [{ version: '1.0.0' }] }] } })
    const headers = { 'x-terraform-get': `${front.url}/archives/${location}` }
    origin.say(`${path}/1.0.0/download`, { status: 204, headers })
    origin.say(`/archives/${location.split('//')[0]}`, { body: await archiveOf(files) })
  }
  const { apiUrl, ...api } = await startApi({
    ...{
      PUBLIC_REGISTRY_URL: front.url,
      PROVIDER_FILES: 'store',
      NODE_EXTRA_CA_CERTS: front.certificateFile,
    },
  })
  const way = byHostBlock(`${apiUrl}/api/registry/public`)
  const exact = '  version = "1.0.0"\n'
  await publish('label', 'label-1.0.0.tar.gz//label-8a6f', { 'label-8a6f/main.tf': greeting('a label') })
  await publish('network', 'network.tar.gz//release?archive=tar.gz', {
    'release/main.tf': greeting('the root'),
    'release/modules/subnet/main.tf': `${call('shared', '../shared')}${call('label', `${way.host}/someone/label/aws`, exact)}`,
    'release/modules/shared/main.tf': greeting('shared'),
  })
  const token = living(
    { apiUrl, ...api },
    administrator,
    await createAdministrator({ apiUrl, ...api }),
  ).adminToken
  const source = `${way.host}/someone/network/aws`
  return {
    origin,
    /** Installs the submodule and the root in a new folder. */
    async install() {
      const cli = await openCliFolder(cliConfiguration(way, token))
      await cli.write(
        'main.tf',
        `${call('it', `${source}//modules/subnet`, exact)}${call('root', source, exact)}`,
      )
      const { code, output } = await cli.run('init')
      const places = code === 0 ? await cli.manifest() : {}
      const texts = await Promise.all(
        Object.values(places).map((place) => readFile(join(cli.path, place, 'main.tf'), 'utf8')),
      )
      await cli.remove()
      return {
        code,
        output,
        texts: Object.fromEntries(Object.keys(places).map((name, at) => [name, texts[at]])),
      }
    },
    async stop() {
      await api.stop()
      await front.close()
      await origin.close()
    },
  }
}

test('submodules, and the modules that these call, install from the stored archives when the origin is away', async () => {
  const { origin, install, stop } = await startModules()
  try {
    for (const round of ['up', 'down']) {
      if (round === 'down') await origin.close()
      const { code, output, texts } = await install()
      expect(code, output).toBe(0)
      expect(texts).toMatchObject({
        it: expect.stringContaining('../shared') as unknown,
        'it.shared': greeting('shared'),
        'it.label': greeting('a label'),
        root: greeting('the root'),
      })
    }
    await origin.listen()
    const archives = origin.asked.filter(({ url }) => url.startsWith('/archives/'))
    expect(archives.map(({ url }) => url).sort()).toEqual([
      '/archives/label-1.0.0.tar.gz',
      '/archives/network.tar.gz',
    ])
  } finally {
    await stop()
  }
})
