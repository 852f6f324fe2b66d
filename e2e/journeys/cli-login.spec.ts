import { expect, test } from '../cli-fixtures.js'
import { calling, createModule, greeting, publishVersion } from '../support/registry.js'

test('login stores a token that installs', async ({ platform, stranger: cli }) => {
  const address = 'logged-in/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', { 'main.tf': greeting('private') })
  await cli.write('main.tf', calling(platform.source(address), '1.0.0'))

  const login = await cli.login(platform.way.host, platform.adminToken)
  const { code, output } = await cli.run('init')

  expect(login.code, login.output).toBe(0)
  expect(login.output).toContain(`Retrieved token for user ${platform.administrator.username}`)
  expect(code, output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('private'))
})
