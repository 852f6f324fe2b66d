import { expect, test } from '../cli-fixtures.js'
import { oneLine, tokenVariable } from '../support/cli.js'
import { signInAtApi } from '../support/platform.js'
import { calling, createModule, greeting, publishVersion } from '../support/registry.js'

const module = { 'main.tf': greeting('private') }

test('a member of another organization is told that there is no such module', async ({
  platform,
  openCli,
}) => {
  const address = 'closed/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', module)
  const person = { username: 'outsider', email: 'outsider@example.com', password: 'a goat that eats paper' }
  await platform.rest.create('/admin/users', 'users', person)
  const token = await signInAtApi(platform, person)
  const told = async (wanted: string) => {
    const cli = await openCli({ token })
    await cli.write('main.tf', calling(platform.source(wanted), '1.0.0'))
    const { code, output } = await cli.run('init')
    expect(code, output).not.toBe(0)
    await expect(cli.installed('it', 'main.tf')).rejects.toThrow('ENOENT')
    return oneLine(output).replaceAll(wanted, '…')
  }

  const closed = await told(address)

  expect(closed).toContain('Module not found')
  expect(closed, 'as of one that is not there').toBe(await told('closed/missing/aws'))
})

test('the token of the environment installs too, and wins over that of the configuration', async ({
  platform,
  openCli,
}) => {
  const address = 'signed-in/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', module)
  const good = tokenVariable(platform.way, platform.adminToken)
  for (const [options, code] of [
    [{ variables: good }, 0],
    [{ variables: good, token: 'nonsense' }, 0],
    [{ variables: tokenVariable(platform.way, 'nonsense'), token: platform.adminToken }, 1],
  ] as const) {
    const cli = await openCli(options)
    await cli.write('main.tf', calling(platform.source(address), '1.0.0'))
    const answer = await cli.run('init')
    expect(answer.code, answer.output).toBe(code)
    if (code === 0) expect(await cli.installed('it', 'main.tf')).toBe(module['main.tf'])
    else expect(answer.output).toContain('401')
  }
})
