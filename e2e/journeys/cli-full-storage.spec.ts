import { expect, test } from '../cli-fixtures.js'
import { oneLine } from '../support/cli.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { apply, cloudBlock, greeting, succeed } from '../support/states.js'

test.use({ settings: { ENGINE_ALIASES: 'terraform', STORAGE_LIMIT: '2000' } })

test('@full a full organization refuses the lock with what to do, before anything changes, and is read as before', async ({
  platform,
  cli,
}) => {
  const { rest, way } = platform
  await addEngineVersion(rest, '1.11.4')
  await rest.create('/organizations', 'organizations', { name: 'acme', email: 'acme@example.com' })
  const block = cloudBlock(way.host, 'acme', 'name = "net"')
  const first = 'x'.repeat(1000)
  await cli.write('main.tf', block + greeting(first))
  await succeed(cli, 'init', '-input=false')
  expect(await apply(cli)).toContain('1 added')

  await cli.write('main.tf', block + greeting('another'))
  const refused = await cli.run('apply', '-auto-approve', '-input=false')
  expect(refused.code).not.toBe(0)
  expect(oneLine(refused.output)).toContain(
    'its limit of 2000 bytes of stored files (STORAGE_LIMIT). Nothing has been changed yet: delete',
  )
  expect(await succeed(cli, 'plan', '-lock=false', '-input=false')).toContain('1 to change')
  expect(await succeed(cli, 'output', '-raw', 'open')).toBe(first)
  const { data } = await rest.get('/organizations/acme/workspaces/net')
  expect(data?.attributes).toMatchObject({ locked: false, 'resource-count': 1 })
})
