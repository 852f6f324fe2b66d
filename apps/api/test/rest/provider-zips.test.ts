import { rule } from '@engine/shared/rule'
import { expect, test } from 'vitest'
import { providerPath } from '../providers.js'
import { startNamespace } from '../registry/provider-namespace.js'
import { zips } from '../registry/provider-zips.js'
import { releaseProvider } from '../registry/signed-provider.js'
import { zipOfFiles } from '../registry/zip-maker.js'
import { as, graphql } from '../rest.js'

const { app, owner, pair, errorOf } = await startNamespace()

const address = 'Acme/private/Acme/weather'
const query = `query ($id: ID!, $version: String!) {
  registryProvider(id: $id) { version(version: $version) { published warnings platforms { os warnings } } }
}`

rule('§18 names', 'A version whose zip the CLI cannot start is published, and its documents warn of it')
test('a version is warned of for each platform whose zip the CLI cannot start, in every document', async () => {
  const [windows, linux, darwin] = ['windows/amd64', 'linux/amd64', 'darwin/arm64']
  await releaseProvider(app, owner, address, pair, {
    zips: { [windows]: zips.windows, [linux]: zips.inFolder, [darwin]: Buffer.from('the executable itself') },
  })
  expect(await errorOf(address)).toBeNull()
  const ofDarwin = [
    expect.stringMatching(/^The CLI cannot install it on darwin\/arm64: the file is no zip\. /),
  ]
  const ofLinux = [
    expect.stringMatching(
      /^The CLI cannot start it on linux\/amd64: the zip has no file at its top that is named terraform-provider-weather, /,
    ),
  ]
  const path = `${providerPath(address)}/versions/1.0.0`
  const version = await as(app, owner).get(path)
  const attributes = { published: true, warnings: [...ofDarwin, ...ofLinux] }
  expect(version.body.data.attributes).toMatchObject(attributes)
  const list = await as(app, owner).get(`${providerPath(address)}/versions`)
  expect(list.body.data).toMatchObject([{ attributes }])
  const platforms = await as(app, owner).get(`${path}/platforms`)
  const of = ({ attributes: { os, warnings } }: { attributes: { os: string; warnings: string[] } }) => ({
    os,
    warnings,
  })
  const each = [
    { os: 'darwin', warnings: ofDarwin },
    { os: 'linux', warnings: ofLinux },
    { os: 'windows', warnings: [] },
  ]
  expect(platforms.body.data.map(of)).toEqual(each)
  expect(of((await as(app, owner).get(`${path}/platforms/linux/amd64`)).body.data)).toEqual(each[1])
  const { id } = version.body.data.relationships['registry-provider'].data
  const { data } = await graphql(app, owner.token, query, { id, version: '1.0.0' })
  expect(data['registryProvider']).toEqual({ version: { ...attributes, platforms: each } })
})

test('a version whose zips the CLI can start has no warnings', async () => {
  await releaseProvider(app, owner, address, pair, {
    version: '1.0.1',
    zips: { 'windows/amd64': zips.windows, 'linux/amd64': zips.versioned },
  })
  const { body } = await as(app, owner).get(`${providerPath(address)}/versions/1.0.1`)
  expect(body.data.attributes).toMatchObject({ published: true, warnings: [] })
})

const warningsOf = async (version: string): Promise<unknown> => {
  const { body } = await as(app, owner).get(`${providerPath(address)}/versions/${version}`)
  expect(body.data.attributes.published).toBe(true)
  return body.data.attributes.warnings
}

rule('§19 files of providers', 'A zip that the CLI cannot unpack is published, and its documents warn of it')
test('a version is warned of a zip whose entry is compressed otherwise than stored or deflated', async () => {
  const name = 'terraform-provider-weather_v1.0.2'
  const packed = zipOfFiles({ name, contents: 'the executable', method: 12, packed: Buffer.from('packed') })
  await releaseProvider(app, owner, address, pair, { version: '1.0.2', zips: { 'linux/amd64': packed } })
  expect(await warningsOf('1.0.2')).toEqual([
    `The CLI cannot install it on linux/amd64: the entry ${name} of the zip is compressed by bzip2, and the CLI unpacks only what is stored or deflated. Publish a version with another zip.`,
  ])
})

rule('§19 files of providers', 'Platforms, protocols and a number that no CLI asks for are warned of')
test('a version is warned of its platforms, protocols and number where no CLI asks for them', async () => {
  const zip = zips.versioned
  await releaseProvider(app, owner, address, pair, {
    version: '0.0.0',
    protocols: ['4.0', '7.0'],
    zips: { 'Linux/x86_64': zip, 'darwin/arm64': zip, 'beos/vax': zip, 'linux/toString': zip },
  })
  expect(await warningsOf('0.0.0')).toEqual([
    expect.stringMatching(/^No CLI installs the version 0\.0\.0, which stands for none\. /),
    expect.stringMatching(/^No CLI of today speaks 4\.0 or 7\.0: /),
    'No CLI asks for the platform Linux/x86_64. Name it linux/amd64.',
    'No CLI asks for the platform beos/vax. Name it as Go does, such as linux/amd64.',
    'No CLI asks for the platform linux/toString. Name it as Go does, such as linux/amd64.',
  ])
})
