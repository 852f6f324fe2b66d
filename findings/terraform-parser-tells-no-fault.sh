#!/usr/bin/env bash
set -euo pipefail
# The variables, outputs and calls of a module, read in JavaScript by the Go library that documentation tools use
# (terraform-config-inspect), compiled for it.
#
# @evops/hcl-terraform-parser 1.0.0 (npm)
#
# A good guess: the library is tolerant and says what it could not read, as in Go, where each module comes with its
# diagnostics; a source in JSON is read or refused; and what is not constant is left out.
#
# What happens: the result has no diagnostics, so that a file that breaks off or lacks a value is read as whole, and JSON as
# a module without anything. What is not constant is there as something else: a default that is computed is null, as if it
# were written so, a source is an empty text, and an output whose `sensitive` is an expression is not sensitive at all. A
# variable is never sensitive.
#
# Seen:
#   a file that breaks off: variables a b, faults undefined
#   a source in JSON: variables none, faults undefined
#   default = tolist(["x"]): null, required false
#   default = null: null, required false
#   source = local.address: ""
#   output, sensitive = true: true
#   output, sensitive = var.secret: undefined
#   variable, sensitive = true: undefined

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @evops/hcl-terraform-parser@1.0.0
cat >run.cjs <<'JS'
const { parse } = require('@evops/hcl-terraform-parser')
const names = ({ variables, diagnostics }) =>
  `variables ${Object.keys(variables).join(' ') || 'none'}, faults ${diagnostics}`
console.log(`a file that breaks off: ${names(parse('variable "a" {}\nvariable "b" {\n'))}`)
console.log(`a source in JSON: ${names(parse('{"variable": {"a": {"default": 1}}}'))}`)
for (const value of ['tolist(["x"])', 'null']) {
  const read = parse(`variable "a" {\n  default = ${value}\n}\n`).variables.a
  console.log(`default = ${value}: ${read.default}, required ${read.required}`)
}
const { n } = parse('module "n" {\n  source = local.address\n}\n').module_calls
console.log(`source = local.address: ${JSON.stringify(n.source)}`)
for (const value of ['true', 'var.secret']) {
  const { o } = parse(`output "o" {\n  value     = 1\n  sensitive = ${value}\n}\n`).outputs
  console.log(`output, sensitive = ${value}: ${o.sensitive}`)
}
const { a } = parse('variable "a" {\n  sensitive = true\n}\n').variables
console.log(`variable, sensitive = true: ${a.sensitive}`)
JS
node run.cjs | tee seen
diff seen - <<'TXT' || { echo 'CHANGED: the parser tells something else' >&2; exit 1; }
a file that breaks off: variables a b, faults undefined
a source in JSON: variables none, faults undefined
default = tolist(["x"]): null, required false
default = null: null, required false
source = local.address: ""
output, sensitive = true: true
output, sensitive = var.secret: undefined
variable, sensitive = true: undefined
TXT
