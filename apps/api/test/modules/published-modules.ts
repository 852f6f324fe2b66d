import { archive, file } from '@engine/module-source/testing'
import { startTestApp, type TestApp } from '../app.js'
import type { Person } from '../makers.js'
import { createModule, publish, publishModule } from './module-requests.js'

/** The two mounts where modules are read; both answer alike. */
export const mounts = ['/v1/modules', '/api/registry/v1/modules']

/** A module that declares one of everything. */
export const network = archive(
  file('README.md', '# Network\n\n[![badge](x)](y)\n\nA **network** with [subnets](z).\n\nMore.'),
  file(
    'main.tf',
    `variable "cidr" {
  type    = string
  default = "10.0.0.0/8"
}
variable "zones" { type = list(string) }
output "id" {
  description = "Its id"
  value       = 1
}
terraform {
  required_providers {
    aws = {
      source  = "acme-clouds/aws"
      version = ">= 5"
    }
  }
}
resource "aws_network" "this" {}
data "aws_zones" "all" {}
module "names" {
  source  = "registry.test/ACME/names/aws"
  version = "~> 1.0"
}
module "subnet" { source = "./modules/subnet" }
`,
  ),
  file(
    'modules/subnet/main.tf',
    'variable "size" {}\nmodule "tags" { source = "registry.test:80/acme/tags/aws//modules/x" }',
  ),
  file('examples/basic/main.tf', 'module "it" { source = "../.." }'),
  file('examples/basic/README.md', 'How to.'),
)

/** An app whose organization `Acme` has published three modules; a fourth has no version yet. */
export async function startWithModules(): Promise<{ app: TestApp; owner: Person; member: Person }> {
  const app = await startTestApp({ LOG_LEVEL: 'silent' })
  const owner = await app.make.user('ana')
  const member = await app.make.member(await app.make.organization(owner, 'Acme'))
  await publishModule(app, owner, 'Acme/names/aws', '1.0.0', '1.1.0')
  await createModule(app, owner, 'Acme/Network/aws', { 'source-url': 'https://git.example/network' })
  await publish(app, owner, 'Acme/Network/aws', '1.0.0')
  await publish(app, owner, 'Acme/Network/aws', '1.1.0', network)
  await publish(app, owner, 'Acme/Network/aws', '2.0.0-rc.1')
  await createModule(app, owner, 'Acme/network/gcp', { description: 'On another cloud' })
  await publish(app, owner, 'Acme/network/gcp', '0.9007199254740993.0')
  await publish(app, owner, 'Acme/network/gcp', '0.9007199254740992.0+build.5')
  await createModule(app, owner, 'Acme/waiting/aws')
  return { app, owner, member }
}
