#!/usr/bin/env bash
set -euo pipefail
# Defaults of inputs that mean the same to the engines, in the JSON of a module.
#
# @cdktn/hcl2json 0.24.0 (npm; the engines' own parser of HCL, compiled to WebAssembly)
#
# A good guess: the converter tells constants from expressions: a constant becomes its value, an expression a text `${...}`;
# or nothing is evaluated at all, so that `-5` and "${5}" stay texts. A text without `${` is what its author wrote.
#
# What happens: signs, `!` and templates of constants are evaluated, parentheses are not: `-5` and "${5}" are numbers, `(5)`
# is the text "${(5)}", and `(null)` is no null but a text, so that an input with this default looks as if it had another
# one. A template with null in it, which the engines refuse, becomes the word: "a null". A number beyond those of JavaScript
# becomes null, which means "no default" or "leave it out" in that place, and an integer beyond 2^53 its neighbour.
#
# Seen:
#   -5 -> -5     !true -> false     "${5}" -> 5     (5) -> "${(5)}"     (null) -> "${(null)}"
#   "a ${null}" -> "a null"     1e400 -> null     9007199254740993 -> 9007199254740992

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
const spellings = ['-5', '!true', '"${5}"', '(5)', '(null)', '"a ${null}"', '1e400', '9007199254740993']
for (const spelling of spellings) {
  const { variable } = await parse('main.tf', `variable "a" {\n  default = ${spelling}\n}\n`)
  console.log(`${spelling} -> ${JSON.stringify(variable.a[0].default)}`)
}
JS
node run.mjs | tee seen
while read -r line; do grep -qxF -- "$line" seen || fail "not seen: $line"; done <<'SEEN'
-5 -> -5
!true -> false
"${5}" -> 5
(5) -> "${(5)}"
(null) -> "${(null)}"
"a ${null}" -> "a null"
1e400 -> null
9007199254740993 -> 9007199254740992
SEEN
