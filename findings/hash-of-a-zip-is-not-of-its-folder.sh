#!/usr/bin/env bash
set -euo pipefail
# The `h1:` of a provider's zip and of the folder that it is unpacked to, as the library of lock files computes them.
#
# golang-golang-x-mod-dev 0.7.0-1, golang-1.19 1.19.8-2 (Debian 12)
#
# A good guess: `HashZip` and `HashDir` of the same files agree: the documents of both call it the hash of a tree of
# files, and a lock file may hold one where another machine checks the other.
#
# What happens: they agree only while the zip holds nothing but files by their plain names. An entry for a folder, which
# many tools write (`zip -r` without `-D`, file managers), is hashed like an empty file by HashZip and is no file for
# HashDir; a name that begins with `./` is hashed with it; of two entries with one name the zip's hash has both and the
# folder the last. So a lock file that was filled from such a zip refuses the unpacked provider, and the other way round.
#
# Seen:
#   plain names: agree
#   with an entry for a folder: differ
#   a name with ./ before it: differ
#   a name twice: differ

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-golang-x-mod-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir hash
cat >hash/main.go <<'GO'
package main

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/mod/sumdb/dirhash"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func write(name string, entries [][2]string) {
	file, err := os.Create(name)
	check(err)
	archive := zip.NewWriter(file)
	for _, entry := range entries {
		writer, err := archive.Create(entry[0])
		check(err)
		_, err = io.WriteString(writer, entry[1])
		check(err)
	}
	check(archive.Close())
	check(file.Close())
}

func unpack(name, folder string) {
	archive, err := zip.OpenReader(name)
	check(err)
	defer archive.Close()
	for _, entry := range archive.File {
		path := filepath.Join(folder, entry.Name)
		if entry.FileInfo().IsDir() {
			check(os.MkdirAll(path, 0o755))
			continue
		}
		check(os.MkdirAll(filepath.Dir(path), 0o755))
		reader, err := entry.Open()
		check(err)
		content, err := io.ReadAll(reader)
		check(err)
		check(os.WriteFile(path, content, 0o644))
	}
}

func main() {
	for number, one := range []struct {
		title   string
		entries [][2]string
	}{
		{"plain names", [][2]string{{"provider_v1", "binary"}, {"docs/index.md", "text"}}},
		{"with an entry for a folder", [][2]string{{"docs/", ""}, {"provider_v1", "binary"}, {"docs/index.md", "text"}}},
		{"a name with ./ before it", [][2]string{{"./provider_v1", "binary"}}},
		{"a name twice", [][2]string{{"provider_v1", "first"}, {"provider_v1", "last"}}},
	} {
		folder := fmt.Sprint("unpacked-", number)
		write(folder+".zip", one.entries)
		unpack(folder+".zip", folder)
		ofZip, err := dirhash.HashZip(folder+".zip", dirhash.Hash1)
		check(err)
		ofFolder, err := dirhash.HashDir(folder, "", dirhash.Hash1)
		check(err)
		verdict := "differ"
		if ofZip == ofFolder {
			verdict = "agree"
		}
		fmt.Printf("%s: %s\n", one.title, verdict)
	}
}
GO
cat >expected.txt <<'TXT'
plain names: agree
with an entry for a folder: differ
a name with ./ before it: differ
a name twice: differ
TXT
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" run hash/main.go | tee got.txt
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
