import { expect, test } from '../fixtures.js'
import { byHostBlock, cliConfiguration, engineCli, noCli, openCliFolder } from '../support/cli.js'
import { openPublisherFolder } from '../support/publisher.js'

const greeting = (text: string) => `output "greeting" {\n  value = "${text}"\n}\n`

test('the program that the platform serves publishes a folder, and the CLI installs it', async ({
  platform,
}) => {
  test.skip(engineCli === undefined, noCli)
  await platform.rest.create('/organizations', 'organizations', {
    name: 'pressroom',
    email: 'pressroom@example.com',
  })
  const publisher = await openPublisherFolder(platform.apiUrl, platform.adminToken)
  const way = byHostBlock(platform.apiUrl)
  const cli = await openCliFolder(cliConfiguration(way, platform.adminToken))
  const to = ['network', '--to', 'pressroom/network/aws', '--version']
  try {
    await publisher.write('network/main.tf', greeting('one') + 'variable "broken" {\n')
    await publisher.write('network/modules/subnet/main.tf', greeting('subnet'))
    await publisher.write('network/.env', 'SECRET=1\n')

    await test.step('what does not parse is told before anything is sent', async () => {
      const dry = await publisher.publish('network', '--dry-run')
      expect(dry).toMatchObject({ code: 4, output: expect.stringContaining('main.tf:4: Unclosed') })
      await publisher.write('network/main.tf', greeting('one'))
      expect(await publisher.publish('network', '--dry-run')).toMatchObject({
        code: 0,
        output: expect.stringContaining('modules/subnet, no README\n  outputs\n    greeting'),
      })
    })

    await test.step('two versions are published, neither of them twice', async () => {
      expect(await publisher.publish(...to, '1.0.0')).toMatchObject({ code: 0 })
      await publisher.write('network/main.tf', greeting('two'))
      expect(await publisher.publish(...to, '1.1.0')).toMatchObject({ code: 0 })
      expect(await publisher.publish(...to, '1.1.0')).toMatchObject({ code: 5 })
    })

    await test.step('init installs the newest that fits, file by file', async () => {
      await cli.write(
        'main.tf',
        `module "it" {\n  source  = "${way.host}/pressroom/network/aws"\n  version = "~> 1.0"\n}\n`,
      )
      const { code, output } = await cli.run('init')
      expect(code, output).toBe(0)
      expect(await cli.installed('it', 'main.tf')).toBe(greeting('two'))
      expect(await cli.installed('it', 'modules/subnet/main.tf')).toBe(greeting('subnet'))
      await expect(cli.installed('it', '.env')).rejects.toMatchObject({ code: 'ENOENT' })
    })
  } finally {
    await Promise.all([publisher.remove(), cli.remove()])
  }
})
