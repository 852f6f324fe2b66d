#!/usr/bin/env bash
set -euo pipefail
# The pessimistic constraint of the engines in the README of a module: `~>` twice in a sentence.
#
# remark-gfm 4.0.1, with unified 11.0.5, remark-parse 11.0.0, remark-rehype 11.1.2, rehype-stringify 10.0.1 (npm);
# cmark-gfm 0.29.0.gfm.6-6 (Debian 12)
#
# A good guess: strikethrough is two tildes around a text, so that the single ones of version constraints stay as typed.
#
# What happens: one tilde is enough for both, and `>` counts as punctuation: behind a bracket, a comma, a slash or a
# quotation mark the second `~` ends what the first began. Half of the sentence is struck out and both constraints lose
# their tilde, so that they read as `> 1.3`: a different constraint. With blanks before both, nothing happens; the
# author of one README sees it and the author of the next does not. `singleTilde: false` of remark-gfm ends it.
#
# Seen (remark-gfm, and cmark-gfm with its strikethrough the same):
#   (~> 1.3) or (~> 1.5)   <p>(<del>> 1.3) or (</del>> 1.5)</p>
#   aws ~>4.0,~>5.0        <p>aws <del>>4.0,</del>>5.0</p>
#   ~> 1.3 or ~> 1.5       <p>~> 1.3 or ~> 1.5</p>

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  unified@11.0.5 remark-parse@11.0.0 remark-gfm@4.0.1 remark-rehype@11.1.2 rehype-stringify@10.0.1
apt-get download -qq cmark-gfm libcmark-gfm0.29.0.gfm.6 libcmark-gfm-extensions0.29.0.gfm.6 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
libraries=$(dirname "$(find debian -name 'libcmark-gfm.so*' | head -n 1)")

cat >render.mjs <<'JS'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import rehypeStringify from 'rehype-stringify'
import { unified } from 'unified'
const [markdown, singleTilde] = process.argv.slice(2)
const pipe = unified().use(remarkParse).use(remarkGfm, { singleTilde: singleTilde !== 'no' })
console.log(String(await pipe.use(remarkRehype).use(rehypeStringify).process(markdown)))
JS
try() {
  local rendered peer
  rendered=$(node render.mjs "$1")
  peer=$(LD_LIBRARY_PATH="$libraries" debian/usr/bin/cmark-gfm -e strikethrough <<<"$1")
  printf '%-22s %s\n' "$1" "$rendered"
  [[ $rendered == "$2" ]] || fail "remark-gfm makes something else of $1."
  [[ ${peer//&gt;/>} == "$2" ]] || fail "cmark-gfm makes something else of $1."
}
try '(~> 1.3) or (~> 1.5)' '<p>(<del>> 1.3) or (</del>> 1.5)</p>'
try 'aws ~>4.0,~>5.0' '<p>aws <del>>4.0,</del>>5.0</p>'
try '~> 1.3 or ~> 1.5' '<p>~> 1.3 or ~> 1.5</p>'
[[ $(node render.mjs '(~> 1.3) or (~> 1.5)' no) == '<p>(~> 1.3) or (~> 1.5)</p>' ]] ||
  fail 'the option singleTilde does something else.'
