#!/usr/bin/env bash
set -euo pipefail
# An argument and blocks of the same name in one body, as they stand next to each other while blocks are moved to the newer
# spelling (`ingress = [...]` and `ingress { ... }`).
#
# @cdktn/hcl2json 0.24.0 (npm; the engines' own parser of HCL, compiled to WebAssembly)
#
# A good guess: an argument that is set twice is refused with its line, and so is one keyword twice with another number of
# labels; what cannot stand in one JSON object is an error, and no error means that everything is in the JSON.
#
# What happens: the argument takes the place and the blocks are gone, without an error, in either order, on the top level and
# inside of blocks, with labels and without, however many they are. Whoever lists the inputs, resources or calls of a module
# from the JSON lists fewer than the engine reads.
#
# Seen:
#   a = 1 twice                            refused with its line
#   rule = [] and two blocks rule          {"rule":[]}
#   two blocks rule, then rule = []        {"rule":[]}
#   the same inside of a block             {"group":[{"rule":[]}]}
#   module = 1, then module "network" {}   {"module":1}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @cdktn/hcl2json@0.24.0
cat >run.mjs <<'JS'
import { parse } from '@cdktn/hcl2json'
const rows = {
  twice: 'a = 1\na = 2\n',
  before: 'rule = []\nrule {}\nrule {}\n',
  behind: 'rule {}\nrule {}\nrule = []\n',
  inside: 'group {\n  rule = []\n  rule {}\n}\n',
  labelled: 'module = 1\nmodule "network" {\n  source = "./network"\n}\n',
}
for (const [name, text] of Object.entries(rows)) {
  const json = await parse('main.tf', text).then(JSON.stringify, ({ message }) => {
    return /Attribute redefined/.test(message) ? 'refused with its line' : 'refused otherwise'
  })
  console.log(`${name}: ${json}`)
}
JS
node run.mjs | tee seen
grep -qx 'twice: refused with its line' seen || fail 'an argument may be set twice'
grep -qx 'before: {"rule":\[\]}' seen || fail 'blocks behind the argument are kept or refused'
grep -qx 'behind: {"rule":\[\]}' seen || fail 'blocks before the argument are kept or refused'
grep -qx 'inside: {"group":\[{"rule":\[\]}\]}' seen || fail 'blocks inside are kept or refused'
grep -qx 'labelled: {"module":1}' seen || fail 'labelled blocks are kept or refused'
