#!/usr/bin/env bash
set -euo pipefail
# Text in place of a number or a bool (`default = "1e3"`, `TF_VAR_size=1e3`), as the engines' type system converts it.
#
# golang-github-zclconf-go-cty-dev 1.12.1-1 with its dependencies, golang-1.19 1.19.8-2 (Debian 12), Node.js 20
#
# A good guess: what converts is what the language writes as a number, or what Number() of JavaScript takes; a bool is
# `true` or `false`, as the documents of the engines say.
#
# What happens: it is a third set. `1p3` is 8 (a binary exponent without a hexadecimal mantissa), `.5`, `5.`, `+5` and
# `010` (ten) are numbers; hexadecimal numbers and spaces, which Number() takes, are refused. The texts 1 and 0 are bools,
# while the number 1 is none. So a form that checks an input before a run, by the language's grammar or by JavaScript,
# refuses what the run takes and takes what the run refuses.
#
# Seen (text, as a number, Number() of JavaScript, as a bool):
#   1p3     8        NaN   refused      0x10    refused  16    refused
#   010     10       10    refused      1_000   refused  NaN   refused
#   +5      5        5     refused      1       1        1     true
#   0       0        0     false        True    refused  NaN   refused
#   the number 1 as a bool: refused

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-zclconf-go-cty-dev \
  golang-github-apparentlymart-go-textseg-dev golang-golang-x-text-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir conversions
cat >conversions/main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
)

func converted(value cty.Value, to cty.Type) string {
	result, err := convert.Convert(value, to)
	if err != nil {
		return "refused"
	}
	text, _ := convert.Convert(result, cty.String)
	return text.AsString()
}

func main() {
	if len(os.Args) > 1 {
		text := cty.StringVal(os.Args[1])
		fmt.Println(converted(text, cty.Number), converted(text, cty.Bool))
		return
	}
	fmt.Println(converted(cty.NumberIntVal(1), cty.Bool))
}
GO
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" build -o convert conversions/main.go

expect() {
  echo "$1"
  [ "$1" = "$2" ] || {
    echo "CHANGED: expected $2" >&2
    exit 1
  }
}
for expected in '1p3 8 refused NaN' '0x10 refused refused 16' '010 10 refused 10' '1_000 refused refused NaN' \
  '+5 5 refused 5' '1 1 true 1' '0 0 false 0' 'True refused refused NaN'; do
  text=${expected%% *}
  expect "$text $(./convert "$text") $(node -p 'Number(process.argv[1])' "$text")" "$expected"
done
expect "the number 1 as a bool: $(./convert)" 'the number 1 as a bool: refused'
