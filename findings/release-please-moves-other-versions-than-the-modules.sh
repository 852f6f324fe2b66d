#!/usr/bin/env bash
set -euo pipefail
# A module whose releases are prepared by release-please with the release type `terraform-module`, which also brings the
# version in its README.md files and in its versions.tf up to date.
#
# release-please 17.11.2 (npm)
#
# A good guess: in README.md the constraint of the module's own call is updated, in each of the examples; in versions.tf the
# version in `module_name` of `provider_meta`, also from one pre-release to the next.
#
# What happens: both are one regular expression on the whole text. Of a README the first `version = "~> 5.0"` is rewritten,
# whomever it constrains: a `required_providers` block before the call gets the module's number, which such a provider may
# not have, and the call keeps its own. A constraint that is aligned as `fmt` does it (`version    = `) or of three numbers is
# never found. In versions.tf every v1.2.3 becomes the new version: that of a comment, and the `ref` of another module,
# which then names a tag of that repository that is not there. The expression ends a pre-release at its first dot, so that
# beta.1 becomes beta.2.1, which follows beta.2.
#
# Seen:
#   provider: ~> 2.1, call: ~> 2.0
#   aligned: ~> 2.0, three numbers: ~> 2.0.1
#   module_name: v2.1.0, comment: v2.1.0, ref: v2.1.0
#   v2.1.0-beta.1 to 2.1.0-beta.2: v2.1.0-beta.2.1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" release-please@17.11.2
cat >run.cjs <<'JS'
const updaters = 'release-please/build/src/updaters/terraform'
const { ReadMe } = require(`${updaters}/readme`)
const { ModuleVersion } = require(`${updaters}/module-version`)
const { Version } = require('release-please/build/src/version')
const quiet = { info() {} }
const readme = (text) => new ReadMe({ version: Version.parse('2.1.0') }).updateContent(text)
const versions = (text, to = '2.1.0') =>
  new ModuleVersion({ version: Version.parse(to) }).updateContent(text, quiet)
const found = (text, pattern) => pattern.exec(text)[1]

const example = readme(`terraform {
  required_providers {
    cloud = {
      source  = "acme/cloud"
      version = "~> 5.0"
    }
  }
}

module "network" {
  source  = "registry.example/acme/network/cloud"
  version = "~> 2.0"
}
`)
console.log(
  `provider: ${found(example, /acme\/cloud"\s+version = "(.*)"/)},`,
  `call: ${found(example, /network\/cloud"\s+version = "(.*)"/)}`,
)
const aligned = readme('  source     = "acme/network/cloud"\n  version    = "~> 2.0"\n  cidr_block = ""\n')
const three = readme('  version = "~> 2.0.1"\n')
console.log(`aligned: ${found(aligned, /version +=\s"(.*)"/)}, three numbers: ${found(three, /"(.*)"/)}`)
const file = versions(`terraform {
  # Fails before v1.5.7.
  provider_meta "acme" {
    module_name = "blueprints/network/v2.0.0"
  }
}

module "labels" {
  source = "git::https://git.example/labels.git?ref=v0.25.0"
}
`)
console.log(
  `module_name: ${found(file, /network\/(v[^"]*)/)}, comment: ${found(file, /before (.*)\./)},`,
  `ref: ${found(file, /ref=([^"]*)/)}`,
)
console.log(`v2.1.0-beta.1 to 2.1.0-beta.2: ${versions('v2.1.0-beta.1', '2.1.0-beta.2')}`)
JS
node run.cjs | tee seen
diff seen - <<'TXT' || { echo 'CHANGED: release-please updates other versions' >&2; exit 1; }
provider: ~> 2.1, call: ~> 2.0
aligned: ~> 2.0, three numbers: ~> 2.0.1
module_name: v2.1.0, comment: v2.1.0, ref: v2.1.0
v2.1.0-beta.1 to 2.1.0-beta.2: v2.1.0-beta.2.1
TXT
