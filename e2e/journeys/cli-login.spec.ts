import { expect, test } from '../cli-fixtures.js'
import { agreeAtApi } from '../support/login.js'
import { signInAtApi } from '../support/platform.js'
import { calling, createModule, greeting, publishVersion } from '../support/registry.js'

test('login brings a token that installs, without typing one', async ({ platform, stranger: cli }) => {
  const address = 'logged-in/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', { 'main.tf': greeting('private') })
  await cli.write('main.tf', calling(platform.source(address), '1.0.0'))

  const session = await signInAtApi(platform, platform.administrator)
  const login = await cli.login(platform.way.host, (url) => agreeAtApi(platform, session, url))
  const { code, output } = await cli.run('init')

  expect(login.code, login.output).toBe(0)
  expect(login.output).toMatch(/Success! \w+ has obtained and saved an API token/)
  expect(code, output).toBe(0)
  expect(await cli.installed('it', 'main.tf')).toBe(greeting('private'))
})
