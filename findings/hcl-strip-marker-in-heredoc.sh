#!/usr/bin/env bash
set -euo pipefail
# What `~}` strips in a template of HCL: the same template once as a heredoc and once as a quoted string.
#
# @cdktn/hcl2json 0.24.0 (npm; HashiCorp's own parser of HCL, compiled to WebAssembly)
#
# A good guess: `~}` strips all blanks and line ends that follow, up to the next thing that is neither, as in the
# template languages that have such a marker; the two spellings of one template give one value; and a converter to JSON
# keeps the template as it is written.
#
# What happens: in a heredoc the marker strips to the end of its line and stops there, so that the indentation of the
# next line stays. In a quoted string, where the line end is written \n, it strips that indentation too. The markers
# take effect during the conversion and are gone from the JSON, with the blanks inside of `%{ }`: the result cannot be
# turned back, and two files that a reader takes for the same text differ.
#
# Seen:
#   heredoc  "list:\n%{for a in b}    - ${a}\n%{endfor}    end\n"
#   quoted   "list:\n%{for a in b}- ${a}\n%{endfor}end\n"
#   in front of `${~ a }`, three line ends and blanks: heredoc "\n\n\n${a}\n", quoted "${a}\n"

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @cdktn/hcl2json@0.24.0

cat >main.tf <<'HCL'
heredoc = <<EOT
list:
%{ for a in b ~}
    - ${a}
%{ endfor ~}
    end
EOT
quoted = "list:\n%{ for a in b ~}\n    - ${a}\n%{ endfor ~}\n    end\n"

heredoc_front = <<EOT



    ${~ a }
EOT
quoted_front = "\n\n\n    ${~ a }\n"
HCL
cat >convert.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { parse } from '@cdktn/hcl2json'
const values = await parse('main.tf', readFileSync('main.tf', 'utf8'))
for (const name of ['heredoc', 'quoted', 'heredoc_front', 'quoted_front']) console.log(name, JSON.stringify(values[name]))
JS
seen=$(node convert.mjs)
echo "$seen"
[[ $seen == *'heredoc "list:\n%{for a in b}    - ${a}\n%{endfor}    end\n"'* ]] || fail 'the heredoc is stripped otherwise.'
[[ $seen == *'quoted "list:\n%{for a in b}- ${a}\n%{endfor}end\n"'* ]] || fail 'the quoted string is stripped otherwise.'
[[ $seen == *'heredoc_front "\n\n\n${a}\n"'*'quoted_front "${a}\n"'* ]] || fail 'what stands before the marker is stripped otherwise.'
