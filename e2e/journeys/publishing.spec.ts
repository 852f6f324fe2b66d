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
  const publisher = await openPublisherFolder(platform.apiUrl, { ENGINE_TOKEN: platform.adminToken })
  // The name that the program prints for a platform without one of its own.
  const way = byHostBlock(platform.apiUrl, 'registry.local.test')
  const cli = await openCliFolder(cliConfiguration(way, platform.adminToken))
  let call = ''
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
      const { code, output } = await publisher.publish(...to, '1.1.0')
      expect(code, output).toBe(0)
      call = /^module [^]*?\n}\n/m.exec(output)?.[0] ?? ''
      expect(await publisher.publish(...to, '1.1.0')).toMatchObject({ code: 5 })
    })

    await test.step('init installs by the call that the program printed, file by file', async () => {
      await cli.write('main.tf', call)
      const { code, output } = await cli.run('init')
      expect(code, output).toBe(0)
      expect(await cli.installed('network', 'main.tf')).toBe(greeting('two'))
      expect(await cli.installed('network', 'modules/subnet/main.tf')).toBe(greeting('subnet'))
      await expect(cli.installed('network', '.env')).rejects.toMatchObject({ code: 'ENOENT' })
    })
  } finally {
    await Promise.all([publisher.remove(), cli.remove()])
  }
})
