#!/usr/bin/env bash
set -euo pipefail
# The ignore file with which the vendor's library packs a module or a configuration for upload, and git with the same lines in
# `.gitignore`.
#
# golang-github-hashicorp-go-slug-dev 0.9.1-2, golang-1.19 1.19.8-2 (Debian 12), git 2.39.5
#
# A good guess: the file is documented by `.gitignore`, so a line that is copied from there leaves out the same files.
#
# What happens: a name without a slash at its end matches a folder and nothing in it, so that `node_modules` and `/build`
# leave nothing out. A slash in the middle does not bind the line to the root. A file can be brought back from a folder
# that is left out. What is special in a regular expression and not in a pattern is special here: `a+b.tf` leaves
# `aab.tf` out and packs `a+b.tf`.
#
# Seen (files that only one of the two leaves out):
#   node_modules: git node_modules/a.js
#   /build: git build/out.txt
#   /build/: none
#   docs/*.md: library sub/docs/y.md
#   docs/ !docs/keep.md: git docs/keep.md
#   a+b.tf: git a+b.tf library aab.tf

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-hashicorp-go-slug-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir pack
cat >pack/main.go <<'GO'
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"

	slug "github.com/hashicorp/go-slug"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var packed bytes.Buffer
	_, err := slug.Pack(os.Args[1], &packed, false)
	check(err)
	unzipped, err := gzip.NewReader(&packed)
	check(err)
	entries := tar.NewReader(unzipped)
	for {
		entry, err := entries.Next()
		if err == io.EOF {
			return
		}
		check(err)
		fmt.Println(entry.Name)
	}
}
GO
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" build -o packer pack/main.go

files='main.tf node_modules/a.js build/out.txt docs/x.md docs/keep.md sub/docs/y.md a+b.tf aab.tf'
told() {
  rm -rf module && mkdir module
  for file in $files; do
    mkdir -p "module/$(dirname "$file")"
    echo text >"module/$file"
  done
  tr ' ' '\n' <<<"$1" >module/.terraformignore
  ./packer module | sort >packed.txt
  tr ' ' '\n' <<<"$1" >module/.gitignore
  git -C module init -q
  git -C module ls-files -o --exclude-standard | sort >kept.txt
  local by_git=() by_library=()
  for file in $files; do
    if ! grep -qxF "$file" kept.txt && grep -qxF "$file" packed.txt; then by_git+=("$file"); fi
    if grep -qxF "$file" kept.txt && ! grep -qxF "$file" packed.txt; then by_library+=("$file"); fi
  done
  local words="${by_git[*]:+git ${by_git[*]} }${by_library[*]:+library ${by_library[*]}}"
  words="${words:-none}"
  echo "$1: ${words% }"
}
for expected in \
  'node_modules: git node_modules/a.js' \
  '/build: git build/out.txt' \
  '/build/: none' \
  'docs/*.md: library sub/docs/y.md' \
  'docs/ !docs/keep.md: git docs/keep.md' \
  'a+b.tf: git a+b.tf library aab.tf'; do
  got=$(told "${expected%%: *}")
  echo "$got"
  [ "$got" = "$expected" ] || {
    echo "CHANGED: expected $expected" >&2
    exit 1
  }
done
