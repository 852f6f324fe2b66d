import { expect, test } from '../cli-fixtures.js'
import { addEngineVersion } from '../support/engine-versions.js'
import { apply, cloudBlock, succeed } from '../support/states.js'

test.use({ settings: { ENGINE_ALIASES: 'terraform' } })

/** Two resources that are made before the CLI saves between, and one whose creation goes on until a file is there. */
const longRun = `resource "terraform_data" "first" {
  input = "made at once"
}

resource "terraform_data" "second" {
  input = terraform_data.first.output
  provisioner "local-exec" {
    command = "sleep 22"
  }
}

resource "terraform_data" "third" {
  input = terraform_data.second.output
  provisioner "local-exec" {
    command = "sleep 15"
  }
}

resource "terraform_data" "last" {
  input = terraform_data.third.output
  provisioner "local-exec" {
    command = "until [ -f go ]; do sleep 0.1; done"
  }
}
`

test('@full an apply that is killed in a first run has kept what it made, and the next one goes on from there', async ({
  platform,
  cli,
}) => {
  const { rest, way } = platform
  const org = 'killed'
  await addEngineVersion(rest, '1.11.4')
  await rest.create('/organizations', 'organizations', { name: org, email: `${org}@example.com` })
  await cli.write('main.tf', cloudBlock(way.host, org, 'name = "net"') + longRun)
  await succeed(cli, 'init', '-input=false')
  const { id } = (await rest.get(`/organizations/${org}/workspaces/net`)).data ?? {}
  const count = async () => (await rest.get(`/workspaces/${id}`)).data?.attributes['resource-count']

  const run = cli.begin('apply', '-auto-approve', '-input=false')
  await expect.poll(count, { timeout: 90_000 }).toBe(3)
  run.kill()
  await run.ended

  await succeed(cli, 'force-unlock', '-force', `${org}/net`)
  expect(await succeed(cli, 'state', 'list')).toBe(
    'terraform_data.first\nterraform_data.second\nterraform_data.third\n',
  )
  await cli.write('go', '')
  expect(await apply(cli)).toContain('1 added')
  expect(await count()).toBe(4)
})
