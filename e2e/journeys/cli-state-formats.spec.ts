import { expect, test } from '../cli-fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { cloudBlock, succeed } from '../support/states.js'
import { writeStateText } from '../support/written-states.js'

test.use({ settings: { ENGINE_ALIASES: 'terraform' } })

test('a state of format 3 is counted, and is the one that the CLI goes on with', async ({
  platform,
  cli,
}) => {
  const { rest, way } = platform
  const org = 'former'
  await addEngineVersion(rest, '1.11.4')
  await rest.create('/organizations', 'organizations', { name: org, email: `${org}@example.com` })
  const { id } = await rest.create(`/organizations/${org}/workspaces`, 'workspaces', {
    name: 'net',
    'engine-version': '1.11.4',
  })
  const lineage = '8d6f0c52-55b1-4a7e-9a0b-3b8a7c1d0003'
  const one = {
    type: 'terraform_data',
    primary: { id: 'a', attributes: { id: 'a' } },
    provider: 'provider.terraform',
  }
  const text = JSON.stringify({
    ...{ version: 3, terraform_version: '0.11.14', serial: 7, lineage },
    modules: [
      { path: ['root'], outputs: {}, resources: { 'terraform_data.it': one } },
      { path: ['root', 'inner'], outputs: {}, resources: { 'terraform_data.two.0': one } },
    ],
  })
  await writeStateText(rest, id, text)
  const resourceCount = async () => (await rest.get(`/workspaces/${id}`)).data?.attributes['resource-count']
  const safeDelete = async () => (await rest.post(`/workspaces/${id}/actions/safe-delete`, '', {})).status
  expect(await resourceCount()).toBe(2)
  expect(await safeDelete()).toBe(409)

  await cli.write('main.tf', cloudBlock(way.host, org, 'name = "net"'))
  await succeed(cli, 'init', '-input=false')
  expect(await succeed(cli, 'state', 'list')).toBe('terraform_data.it\nmodule.inner.terraform_data.two[0]\n')
  await succeed(cli, 'state', 'rm', 'terraform_data.it', 'module.inner.terraform_data.two[0]')
  expect(await resourceCount()).toBe(0)
  expect(await safeDelete()).toBe(204)
})
