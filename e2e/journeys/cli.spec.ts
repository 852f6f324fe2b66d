import { expect, test } from '../cli-fixtures.js'
import { calling, createModule, greeting, publishVersion } from '../support/registry.js'
import { alterStored } from '../support/stored-files.js'

test('init installs a module that was published a moment before, file by file', async ({ platform, cli }) => {
  const address = 'installed/network/aws'
  const files = {
    'main.tf': greeting('one'),
    'README.md': '# A network\n',
    'modules/subnet/main.tf': greeting('subnet'),
  }
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', files)
  await cli.write('main.tf', calling(platform.source(address), '~> 1.0'))

  const { code, output } = await cli.run('init')

  expect(code, output).toBe(0)
  expect(output).toContain(`${platform.source(address)} 1.0.0 for it`)
  for (const [path, text] of Object.entries(files)) expect(await cli.installed('it', path)).toBe(text)
})

test('without a token, init is told so and installs nothing', async ({ platform, stranger }) => {
  const address = 'hidden/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', { 'main.tf': greeting('secret') })
  await stranger.write('main.tf', calling(platform.source(address), '1.0.0'))

  const { code, output } = await stranger.run('init')

  expect(code).not.toBe(0)
  expect(output).toContain('401')
  await expect(stranger.installed('it', 'main.tf')).rejects.toThrow('ENOENT')
})

test('an archive that was altered in the store is refused by its checksum', async ({ platform, cli }) => {
  const address = 'altered/network/aws'
  await createModule(platform.rest, address)
  await alterStored(platform, '.tar.gz', () =>
    publishVersion(platform.rest, address, '1.0.0', { 'main.tf': greeting('as published') }),
  )
  await cli.write('main.tf', calling(platform.source(address), '1.0.0'))

  const { code, output } = await cli.run('init')

  expect(code).not.toBe(0)
  expect(output).toMatch(/checksums? did not match/i)
  await expect(cli.installed('it', 'main.tf')).rejects.toThrow('ENOENT')
})

test('a pre-release is installed only when it is named exactly', async ({ platform, cli }) => {
  const address = 'early/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.4.0', { 'main.tf': greeting('release') })
  await publishVersion(platform.rest, address, '2.0.0-rc.1', { 'main.tf': greeting('candidate') })

  await cli.write('main.tf', calling(platform.source(address), '>= 1.0.0'))
  const anyNewer = await cli.run('init')
  expect(anyNewer.code, anyNewer.output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('release'))

  await cli.write('main.tf', calling(platform.source(address), '2.0.0-rc.1'))
  const exact = await cli.run('init')
  expect(exact.code, exact.output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('candidate'))
})

test('init -upgrade takes what was published since', async ({ platform, cli }) => {
  const address = 'upgraded/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.9.0', { 'main.tf': greeting('old') })
  await cli.write('main.tf', calling(platform.source(address), '~> 1.0'))
  await cli.run('init')
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('old'))

  await publishVersion(platform.rest, address, '1.10.0', { 'main.tf': greeting('new') })
  await publishVersion(platform.rest, address, '2.0.0', { 'main.tf': greeting('too new') })
  await cli.run('init')
  expect(await cli.installed('it', 'main.tf'), 'init alone changes nothing').toBe(greeting('old'))

  const { code, output } = await cli.run('init', '-upgrade')
  expect(code, output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('new'))
})

test('a module that does not exist, and one that is not published yet, are not found', async ({
  platform,
  cli,
}) => {
  await createModule(platform.rest, 'unpublished/network/aws')
  for (const address of ['unpublished/network/google', 'unpublished/network/aws', 'missing/network/aws']) {
    await cli.write('main.tf', calling(platform.source(address), '1.0.0'))
    const { code, output } = await cli.run('init')
    expect(code, address).not.toBe(0)
    expect(output, address).toMatch(/not found|has no versions/i)
  }
})
