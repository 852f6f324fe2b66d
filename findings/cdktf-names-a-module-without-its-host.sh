#!/usr/bin/env bash
set -euo pipefail
# Modules of private registries in the file `cdktf.json`, from which the CDK for Terraform generates code: a file for each
# module, and a class in it.
#
# @cdktf/commons 0.21.0 (npm), which the generator and the CLI share
#
# A good guess: host, organization, name and provider together name a module, so modules of two registries are two files;
# and a host may have a port, as in the sources of modules and, here too, in those of providers.
#
# What happens: the name of the file leaves the host out, so that two modules that differ in their host alone have one file
# and one class. (Providers keep their host.) A host with a port is not known at all: the provider is taken for the name,
# and the version is a part of that name. The file of `one.example:8443/acme/network/aws@~> 1.0` is `network/aws@~> 1.0`,
# and its class is `Aws@~>10`, which no language takes for a name.
#
# Seen:
#   one.example/acme/network/aws: acme/aws/network Network
#   two.example/acme/network/aws: acme/aws/network Network
#   one.example:8443/acme/network/aws: network/aws@~> 1.0 Aws@~>10
#   one.example:8443/acme/cluster/aws: cluster/aws@~> 1.0 Aws@~>10
#   provider one.example:8443/acme/cloud: one.example:8443/acme/cloud

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @cdktf/commons@0.21.0
cat >run.cjs <<'JS'
const { TerraformModuleConstraint, TerraformProviderConstraint } = require('@cdktf/commons')
for (const source of [
  'one.example/acme/network/aws',
  'two.example/acme/network/aws',
  'one.example:8443/acme/network/aws',
  'one.example:8443/acme/cluster/aws',
]) {
  const { fileName, className } = new TerraformModuleConstraint(`${source}@~> 1.0`)
  console.log(`${source}: ${fileName} ${className}`)
}
const provider = new TerraformProviderConstraint('one.example:8443/acme/cloud@~> 1.0')
console.log(`provider one.example:8443/acme/cloud: ${provider.fqn}`)
JS
# It asks for the CLI's version too, if there is a CLI, and prints what that says of its configuration.
node run.cjs 2>log | grep -E '^(one|two|provider)' | tee seen
diff seen - <<'TXT' || { echo 'CHANGED: the CDK names modules otherwise' >&2; exit 1; }
one.example/acme/network/aws: acme/aws/network Network
two.example/acme/network/aws: acme/aws/network Network
one.example:8443/acme/network/aws: network/aws@~> 1.0 Aws@~>10
one.example:8443/acme/cluster/aws: cluster/aws@~> 1.0 Aws@~>10
provider one.example:8443/acme/cloud: one.example:8443/acme/cloud
TXT
