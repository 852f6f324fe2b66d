#!/usr/bin/env bash
set -euo pipefail
# Sums and functions of numbers in the language of the engines, as its library computes them.
#
# golang-github-hashicorp-hcl-v2-dev 2.14.1-2 and golang-github-zclconf-go-cty-dev 1.12.1-1 with their dependencies,
# golang-1.19 1.19.8-2 (Debian 12)
#
# A good guess: the language has one kind of number, and it is either decimal (0.1 + 0.2 is 0.3) or that of JavaScript
# and JSON (it is not); what holds for `*` holds for `pow`, `signum` of a half is 1, and what is equal is not greater.
#
# What happens: there are three kinds. Operators compute in binary with 512 bits: 0.1 + 0.2 equals 0.3 and 4.35 * 100
# is 435, but 1 - 0.9 is not 0.1, and 1.1 * 1.1 prints 155 digits into whatever text or state it goes to. `pow` and
# `log` compute as JavaScript does: 3 to the 40th ends in 9000 in place of 8801, the logarithm of 1000 is below 3, and
# `ceil` of that of 125 to the base 5 is 4. `signum` takes whole numbers of 64 bits and refuses 0.5. Where the kinds
# meet, `==` compares what would be printed and `>` the bits, so that both are true of one pair.
#
# Seen:
#   0.1 + 0.2 == 0.3      true       1 - 0.9 == 0.1     false   1.1 * 1.1                    1.21, 151 zeros, 1
#   pow(10, -1) == 0.1    true       pow(10, -1) > 0.1  true    pow(3, 40)                   12157665459056929000
#   floor(log(1000, 10))  2          ceil(log(125, 5))  4       3 * 4052555153018976267      12157665459056928801
#   signum(0.5)           value must be a whole number, …

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-hashicorp-hcl-v2-dev \
  golang-github-zclconf-go-cty-dev golang-github-apparentlymart-go-textseg-dev golang-github-agext-levenshtein-dev \
  golang-github-mitchellh-go-wordwrap-dev golang-golang-x-text-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir compute
cat >compute/main.go <<'GO'
package main

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
)

func main() {
	context := &hcl.EvalContext{Functions: map[string]function.Function{
		"ceil": stdlib.CeilFunc, "floor": stdlib.FloorFunc, "log": stdlib.LogFunc, "pow": stdlib.PowFunc,
		"signum": stdlib.SignumFunc,
	}}
	for _, text := range []string{
		"0.1 + 0.2 == 0.3", "1 - 0.9 == 0.1", "4.35 * 100", "1.1 * 1.1",
		"3 * 4052555153018976267", "pow(3, 40)", "floor(log(1000, 10))", "ceil(log(125, 5))",
		"pow(10, -1) == 0.1", "pow(10, -1) > 0.1", "signum(2)", "signum(0.5)",
	} {
		expression, faults := hclsyntax.ParseExpression([]byte(text), "main.tf", hcl.InitialPos)
		if faults.HasErrors() {
			fmt.Println(faults.Error())
			continue
		}
		value, faults := expression.Value(context)
		if faults.HasErrors() {
			fmt.Println(text, "=>", strings.TrimPrefix(faults[0].Detail, `Call to function "signum" failed: `))
			continue
		}
		shown, err := stdlib.JSONEncode(value)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if digits := len(shown.AsString()) - 2; digits > 100 {
			fmt.Println(text, "=> decimal places:", digits)
			continue
		}
		fmt.Println(text, "=>", shown.AsString())
	}
}
GO
cat >expected.txt <<'TXT'
0.1 + 0.2 == 0.3 => true
1 - 0.9 == 0.1 => false
4.35 * 100 => 435
1.1 * 1.1 => decimal places: 154
3 * 4052555153018976267 => 12157665459056928801
pow(3, 40) => 12157665459056929000
floor(log(1000, 10)) => 2
ceil(log(125, 5)) => 4
pow(10, -1) == 0.1 => true
pow(10, -1) > 0.1 => true
signum(2) => 1
signum(0.5) => value must be a whole number, between -9223372036854775808 and 9223372036854775807.
TXT
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" run compute/main.go | tee got.txt
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
