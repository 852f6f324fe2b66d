import { expect, test } from '../cli-fixtures.js'
import { byDiscovery, byHostBlock, oneLine } from '../support/cli.js'
import { calling, createModule, greeting, publishVersion, setLifecycle } from '../support/registry.js'
import type { Rest } from '../support/rest.js'
import { openTlsFront } from '../support/tls-front.js'
import { openWatchedWay } from '../support/watched-way.js'

/** Publishes a module with the versions 1.0.0 and 1.1.0, each with a different text. */
async function publishTwo(rest: Rest, address: string): Promise<void> {
  await createModule(rest, address)
  for (const version of ['1.0.0', '1.1.0'])
    await publishVersion(rest, address, version, { 'main.tf': greeting(version) })
}

test('a deprecated version is installed as before', async ({ platform, cli }) => {
  const address = 'deprecated/network/aws'
  await publishTwo(platform.rest, address)
  await setLifecycle(platform.rest, address, '1.1.0', 'Deprecated')

  for (const constraint of ['~> 1.0', '1.1.0']) {
    await cli.write('main.tf', calling(platform.source(address), constraint))
    const { code, output } = await cli.run('init', '-upgrade')
    expect(code, output).toBe(0)
    expect(await cli.installed('it', 'main.tf')).toBe(greeting('1.1.0'))
  }
})

test('a revoked version is passed over, and refused by its number, until it is restored', async ({
  platform,
  openCli,
}) => {
  const address = 'revoked/network/aws'
  await publishTwo(platform.rest, address)
  const open = async (constraint: string) => {
    const cli = await openCli({ token: platform.adminToken })
    await cli.write('main.tf', calling(platform.source(address), constraint))
    return cli
  }
  const early = await open('~> 1.0')
  expect((await early.run('init')).code).toBe(0)
  await setLifecycle(platform.rest, address, '1.1.0', 'Revoked')

  const byConstraint = await open('~> 1.0')
  const passedOver = await byConstraint.run('init')
  expect(passedOver.code, passedOver.output).toBe(0)
  expect(await byConstraint.installed('it', 'main.tf')).toBe(greeting('1.0.0'))

  const byNumber = await open('1.1.0')
  const refused = await byNumber.run('init')
  expect(refused.code).not.toBe(0)
  expect(oneLine(refused.output)).toContain('matches the given version constraint')
  await expect(byNumber.installed('it', 'main.tf')).rejects.toThrow('ENOENT')

  expect((await early.run('init')).code, 'what is installed stays').toBe(0)
  expect(await early.installed('it', 'main.tf')).toBe(greeting('1.1.0'))
  expect((await early.run('init', '-upgrade')).code).toBe(0)
  expect(await early.installed('it', 'main.tf'), 'an upgrade leaves it').toBe(greeting('1.0.0'))

  await setLifecycle(platform.rest, address, '1.1.0', 'Undeprecated')
  expect((await byNumber.run('init')).code).toBe(0)
  expect(await byNumber.installed('it', 'main.tf')).toBe(greeting('1.1.0'))
})

test('a version that is revoked between the list and its download fails with the reason', async ({
  platform,
  openCli,
  overTls,
}) => {
  const address = 'just-revoked/network/aws'
  await publishTwo(platform.rest, address)
  const asked: string[] = []
  const watched = await openWatchedWay(platform.apiUrl, async (path) => {
    asked.push(path)
    if (path === `/v1/modules/${address}/1.1.0/download`)
      await setLifecycle(platform.rest, address, '1.1.0', 'Revoked')
  })
  const front = overTls ? await openTlsFront() : undefined
  try {
    front?.leadTo(watched.url)
    const way = front ? byDiscovery(front) : byHostBlock(watched.url)
    const cli = await openCli({ token: platform.adminToken, way })
    await cli.write('main.tf', calling(`${way.host}/${address}`, '1.1.0'))

    const { code, output } = await cli.run('init')

    expect(code).not.toBe(0)
    expect(asked).toContain(`/v1/modules/${address}/1.1.0/download`)
    expect(oneLine(output)).toContain('A hole in it')
    await expect(cli.installed('it', 'main.tf')).rejects.toThrow('ENOENT')
  } finally {
    await front?.close()
    await watched.close()
  }
})

test('a source with the former name of its organization is installed after a rename', async ({
  platform,
  cli,
}) => {
  const address = 'formerly/network/aws'
  await publishTwo(platform.rest, address)
  await platform.rest.patch('/organizations/formerly', 'organizations', { name: 'presently' })

  await cli.write('main.tf', calling(platform.source(address), '~> 1.0'))
  const { code, output } = await cli.run('init')
  expect(code, output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('1.1.0'))
})
