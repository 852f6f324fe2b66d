#!/usr/bin/env bash
set -euo pipefail
# Version constraints of the engines, given to node-semver as they are.
#
# semver 7.8.6, @renovatebot/ruby-semver 4.1.3 (npm; the operator `~>` and its meaning come from RubyGems)
#
# A good guess: `~>` is no operator of semver, so that a constraint with it is refused (`validRange` null) and a person
# notices; what both have in common, `=`, `>` and `<=`, means the same.
#
# What happens: node-semver takes `~>` as another spelling of its `~`, and is quiet about it. `~> 1.2.0` agrees by luck;
# `~> 1.2`, which goes up to 2.0 for the engines, ends at 1.3. A part that is not written is a wildcard even behind an
# operator: `= 1.0` takes all of 1.0.x, `> 1.0` leaves all of 1.0.x out, `<= 2` goes up to 3.0. Only the comma between
# two constraints is refused, and `!=`.
#
# Seen (version, constraint, semver, the engines' meaning):
#   1.9.0 "~> 1.2" no/yes    1.2.9 "~> 1.2.0" yes/yes    1.0.5 "= 1.0" yes/no
#   1.0.5 "> 1.0" no/yes     2.5.0 "<= 2" yes/no         1.5.0 ">= 1.0, < 2.0" null

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" semver@7.8.6 @renovatebot/ruby-semver@4.1.3

cat >compare.mjs <<'JS'
import { satisfies as inRuby } from '@renovatebot/ruby-semver'
import semver from 'semver'
const cases = [
  ['1.9.0', '~> 1.2'],
  ['1.2.9', '~> 1.2.0'],
  ['1.0.5', '= 1.0'],
  ['1.0.5', '> 1.0'],
  ['2.5.0', '<= 2'],
]
const word = (does) => (does ? 'yes' : 'no')
for (const [version, constraint] of cases)
  console.log(`${version} "${constraint}" ${word(semver.satisfies(version, constraint))}/${word(inRuby(version, constraint))}`)
for (const constraint of ['>= 1.0, < 2.0', '!= 1.0.0']) console.log(`"${constraint}" ${semver.validRange(constraint)}`)
JS
seen=$(node compare.mjs)
echo "$seen"
[[ $seen == '1.9.0 "~> 1.2" no/yes
1.2.9 "~> 1.2.0" yes/yes
1.0.5 "= 1.0" yes/no
1.0.5 "> 1.0" no/yes
2.5.0 "<= 2" yes/no
">= 1.0, < 2.0" null
"!= 1.0.0" null' ]] || fail 'the two read a constraint otherwise.'
