#!/usr/bin/env bash
set -euo pipefail
# An argument added to a file or block by the engines' library for writing their language, after what stands there
# already.
#
# golang-github-hashicorp-hcl-v2-dev 2.14.1-2 with its dependencies, golang-1.19 1.19.8-2 (Debian 12)
#
# A good guess: `SetAttributeValue` and `AppendNewBlock` add a line. The library knows the file as a tree, not as
# text: a missing line end behind the last line, or a block in one line, is its own affair, and what it writes can be
# read.
#
# What happens: it sets the new tokens behind the last ones and adds no line end before them. Behind a comment without
# a line end the argument becomes a part of the comment: the file is valid, and what was added is not in it. Behind an
# argument without one, and in a block of one line, the file cannot be read any more. There is no error from either
# call.
#
# Seen (before, after `b = 1` was added, read again):
#   a = 1 # end            a = 1 # end b = 1          valid, holds a
#   a = 1 and a line end   a = 1, then b = 1          valid, holds a b
#   a = 1                  a = 1 b = 1                fault
#   x {}                   x { b = 1, line end, }     fault

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-hashicorp-hcl-v2-dev \
  golang-github-zclconf-go-cty-dev golang-github-apparentlymart-go-textseg-dev golang-github-agext-levenshtein-dev \
  golang-github-mitchellh-go-wordwrap-dev golang-github-google-go-cmp-dev golang-golang-x-text-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir add
cat >add/main.go <<'GO'
package main

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

func main() {
	for _, before := range []string{
		"a = 1 # end", "a = 1\n# end", "a = 1\n", "a = 1", "x {\n}\n", "x {}\n", "x { a = 1 }\n",
	} {
		file, faults := hclwrite.ParseConfig([]byte(before), "main.tf", hcl.InitialPos)
		if faults.HasErrors() {
			fmt.Println(faults.Error())
			continue
		}
		body := file.Body()
		if blocks := body.Blocks(); len(blocks) > 0 {
			body = blocks[0].Body()
		}
		body.SetAttributeValue("b", cty.NumberIntVal(1))
		holds := "fault"
		if read, faults := hclsyntax.ParseConfig(file.Bytes(), "main.tf", hcl.InitialPos); !faults.HasErrors() {
			body := read.Body.(*hclsyntax.Body)
			if len(body.Blocks) > 0 {
				body = body.Blocks[0].Body
			}
			holds = "valid, holds"
			for _, name := range []string{"a", "b"} {
				if body.Attributes[name] != nil {
					holds += " " + name
				}
			}
		}
		fmt.Printf("%q %q %s\n", before, strings.Join(strings.Fields(string(file.Bytes())), " "), holds)
	}
}
GO
cat >expected.txt <<'TXT'
"a = 1 # end" "a = 1 # end b = 1" valid, holds a
"a = 1\n# end" "a = 1 # end b = 1" valid, holds a
"a = 1\n" "a = 1 b = 1" valid, holds a b
"a = 1" "a = 1 b = 1" fault
"x {\n}\n" "x { b = 1 }" valid, holds b
"x {}\n" "x { b = 1 }" fault
"x { a = 1 }\n" "x { a = 1 b = 1 }" fault
TXT
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" run add/main.go | tee got.txt
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
