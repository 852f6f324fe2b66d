import { expect, test } from '../cli-fixtures.js'
import { addModule, calling, createModule, greeting, publishVersion } from '../support/registry.js'

test('init installs a part of a module alone, and what that part calls beside it', async ({
  platform,
  cli,
}) => {
  const address = 'parts/network/aws'
  const subnet = `module "sibling" {\n  source = "../route"\n}\n${greeting('subnet')}`
  const files = {
    'main.tf': greeting('root'),
    'modules/subnet/main.tf': subnet,
    'modules/route/main.tf': greeting('route'),
  }
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', files)
  await cli.write('main.tf', calling(`${platform.source(address)}//modules/subnet`, '~> 1.0'))

  const { code, output } = await cli.run('init')

  expect(code, output).toBe(0)
  expect(await cli.installed('it', 'modules/subnet/main.tf')).toBe(subnet)
  expect(await cli.manifest()).toMatchObject({
    it: '.terraform/modules/it/modules/subnet',
    'it.sibling': '.terraform/modules/it/modules/route',
  })
})

test('init follows a module to those it calls in this registry, each by its own constraint', async ({
  platform,
  cli,
}) => {
  const [outer, middle, inner] = ['nested/outer/aws', 'nested/middle/aws', 'nested/inner/aws']
  const call = (name: string, address: string, version: string) =>
    calling(platform.source(address), version).replace('"it"', `"${name}"`)
  await createModule(platform.rest, outer)
  await addModule(platform.rest, middle)
  await addModule(platform.rest, inner)
  for (const version of ['1.0.0', '1.1.0', '2.0.0'])
    await publishVersion(platform.rest, inner, version, { 'main.tf': greeting(version) })
  await publishVersion(platform.rest, middle, '0.3.0', { 'main.tf': call('inner', inner, '~> 1.0') })
  await publishVersion(platform.rest, outer, '1.0.0', {
    'main.tf': call('middle', middle, '>= 0.1.0') + call('newest', inner, '>= 1.0.0'),
  })
  await cli.write('main.tf', calling(platform.source(outer), '1.0.0'))

  const { code, output } = await cli.run('init')

  expect(code, output).toBe(0)
  expect(await cli.installed('it.middle.inner', 'main.tf')).toBe(greeting('1.1.0'))
  expect(await cli.installed('it.newest', 'main.tf')).toBe(greeting('2.0.0'))
})
