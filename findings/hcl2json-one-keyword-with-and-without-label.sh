#!/usr/bin/env bash
set -euo pipefail
# One keyword that has a label in one block of a file and none in another.
#
# @cdktn/hcl2json 0.24.0 (npm)
#
# A good guess: the grammar of HCL knows no keywords, so that a converter to JSON takes any blocks, each for itself, and a
# file is refused by its line alone, if at all, by what knows the language.
#
# What happens: blocks of either kind convert, one or several of them. Both kinds in one file do not: one keyword becomes
# one member of the JSON, a list of blocks or an object by labels. There are two errors, one for each order of the
# blocks, and neither names a line; one does not say either what is wrong.
#
# Seen:
#   plain, labelled: … Unable to convert Block to JSON: language.labelled
#   labelled, plain: … invalid HCL detected for "language" block, cannot have blocks with and without labels

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
const plain = 'language {\n  edition = "a"\n}\n'
const labelled = 'language "labelled" {\n  edition = "b"\n}\n'
const told = (text) => parse('main.tf', text).then(() => 'converted', (error) => String(error.message ?? error).trim())
for (const [name, text] of Object.entries({
  plain,
  labelled,
  'two plain': plain + plain,
  'two labelled': labelled + labelled.replace('labelled', 'other'),
  'plain, labelled': plain + labelled,
  'labelled, plain': labelled + plain,
}))
  console.log(`${name}: ${await told(text)}`)
JS
node run.mjs | tee seen
[ "$(grep -c ': converted$' seen)" = 4 ] || fail 'blocks of one kind no longer convert, or those of both do'
grep -q '^plain, labelled: .*Unable to convert Block to JSON: language.labelled$' seen || fail 'another first error'
grep -q '^labelled, plain: .*cannot have blocks with and without labels$' seen || fail 'another second error'
