#!/usr/bin/env bash
set -euo pipefail
# One key of a `.tf.json` file twice, read by the engines' library and by a JSON reader.
#
# golang-github-hashicorp-hcl-v2-dev 2.14.1-2 with its dependencies, golang-1.19 1.19.8-2 (Debian 12), Node.js 20
#
# A good guess: JSON decides. A key that stands twice is a fault of the file, or else the last one wins, as in JSON.parse,
# in jq and in most readers; so a program that writes or reads `.tf.json` may take any JSON library.
#
# What happens: it depends on what the key means. Where it names a kind of block, the library keeps each of them, without a
# word: a generator that writes one object for each of its parts makes a valid module, of which any other reader sees the
# last part alone. Where it names an argument, the same library refuses the second one with both places.
#
# Seen:
#   {"variable": {"a": …}, "variable": {"b": …}}   library: a b       JSON.parse: b
#   {"locals": {"a": 1}, "locals": {"b": 2}}       library: a b       JSON.parse: b
#   {"locals": {"a": 1, "a": 2}}                   library: refused   JSON.parse: a

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-hashicorp-hcl-v2-dev golang-github-zclconf-go-cty-dev \
  golang-github-agext-levenshtein-dev golang-github-apparentlymart-go-textseg-dev \
  golang-github-mitchellh-go-wordwrap-dev golang-golang-x-text-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir names
cat >names/main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/json"
)

// Prints the names of variables and of local values.
func main() {
	file, faults := json.Parse([]byte(os.Args[1]), "main.tf.json")
	content, more := file.Body.Content(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
		{Type: "variable", LabelNames: []string{"name"}},
		{Type: "locals"},
	}})
	faults = append(faults, more...)
	names := []string{}
	for _, block := range content.Blocks {
		if block.Type == "variable" {
			names = append(names, block.Labels[0])
			continue
		}
		arguments, more := block.Body.JustAttributes()
		faults = append(faults, more...)
		for name := range arguments {
			names = append(names, name)
		}
	}
	if faults.HasErrors() {
		fmt.Println("refused")
		return
	}
	sort.Strings(names)
	fmt.Println(strings.Join(names, " "))
}
GO
cat >names.mjs <<'JS'
const { variable, locals } = JSON.parse(process.argv[2])
console.log(Object.keys({ ...variable, ...locals }).join(' '))
JS
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" build -o reader names/main.go

while IFS='|' read -r text library javascript; do
  got="$(./reader "$text")|$(node names.mjs "$text")"
  echo "$text   library: ${got%|*}   JSON.parse: ${got#*|}"
  [ "$got" = "$library|$javascript" ] || {
    echo "CHANGED: expected $library, $javascript" >&2
    exit 1
  }
done <<'TEXTS'
{"variable": {"a": {"default": 1}}, "variable": {"b": {}}}|a b|b
{"locals": {"a": 1}, "locals": {"b": 2}}|a b|b
{"locals": {"a": 1, "a": 2}}|refused|a
TEXTS
