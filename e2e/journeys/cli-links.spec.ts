import { expect, test } from '../cli-fixtures.js'
import { calling, createModule, greeting, publishVersion } from '../support/registry.js'

test('links of a module are installed as what they lead to, and nothing is empty', async ({
  platform,
  cli,
}) => {
  const address = 'linked/network/aws'
  const variables = 'variable "region" {\n  default = "north"\n}\n'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', {
    'shared/variables.tf': variables,
    'variables.tf': { symlink: 'shared/variables.tf' },
    'main.tf':
      'module "a" {\n  source = "./modules/a"\n  region = var.region\n}\nmodule "b" {\n  source = "./modules/b"\n  region = var.region\n}\n',
    'modules/a/main.tf': 'output "region" {\n  value = var.region\n}\n',
    'modules/a/variables.tf': { symlink: '../../variables.tf' },
    'modules/b': { symlink: 'a' },
    'outputs.tf': greeting('one'),
    'outputs.txt': { hardLink: 'outputs.tf' },
    // The other engine reads it in place of one of this name that ends with .tf.
    'outputs.tofu': greeting('other'),
  })
  await cli.write('main.tf', calling(platform.source(address), '1.0.0'))

  const { code, output } = await cli.run('init')
  expect(code, output).toBe(0)
  const validated = await cli.run('validate')
  expect(validated.code, validated.output).toBe(0)
  for (const path of ['variables.tf', 'modules/a/variables.tf', 'modules/b/variables.tf'])
    expect(await cli.installed('it', path)).toBe(variables)
  expect(await cli.installed('it', 'outputs.txt')).toBe(greeting('one'))
})

test('a submodule of a module without sources at its root is installed', async ({ platform, cli }) => {
  const address = 'roles/role/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', {
    'README.md': '# Roles\n',
    'modules/role/main.tf': greeting('role'),
  })
  await cli.write('main.tf', calling(`${platform.source(address)}//modules/role`, '1.0.0'))

  const { code, output } = await cli.run('init')
  expect(code, output).toBe(0)
  const validated = await cli.run('validate')
  expect(validated.code, validated.output).toBe(0)
  expect(await cli.installed('it', 'modules/role/main.tf')).toBe(greeting('role'))
})

test('a module whose inputs have computed defaults, and whose root is a link alone, is called', async ({
  platform,
  cli,
}) => {
  const address = 'computed/network/aws'
  await createModule(platform.rest, address)
  await publishVersion(platform.rest, address, '1.0.0', {
    'src/inputs.tf': `variable "names" {
  default = [for zone in ["a", "b"] : "subnet-\${zone}"]
}
variable "seconds" {
  default = 60 * 60 * 24
}
variable "escaped" {
  default = "$\${var.name}"
}
output "all" {
  value = jsonencode([var.names, var.seconds, var.escaped])
}
`,
    'main.tf': { symlink: 'src/inputs.tf' },
  })
  const shown = await fetch(`${platform.apiUrl}/v1/modules/${address}/1.0.0`, {
    headers: { Authorization: `Bearer ${platform.adminToken}` },
  })
  const { root } = (await shown.json()) as { root: { inputs: { name: string; default: string }[] } }
  const defaults = ['escaped', 'names', 'seconds'].map(
    (each) => root.inputs.find(({ name }) => name === each)?.default ?? '',
  )
  await cli.write(
    'main.tf',
    `${calling(platform.source(address), '1.0.0')}output "all" {\n  value = module.it.all\n}\n`,
  )

  const { code, output } = await cli.run('init')
  expect(code, output).toBe(0)
  const applied = await cli.run('apply', '-auto-approve', '-input=false')
  expect(applied.code, applied.output).toBe(0)
  const [names, seconds, escaped] = JSON.parse(
    JSON.parse((await cli.run('output', '-json', 'all')).output) as string,
  ) as unknown[]
  expect(defaults.map((text) => JSON.parse(text) as unknown)).toEqual([escaped, names, seconds])
})
