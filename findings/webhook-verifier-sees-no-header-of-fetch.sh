#!/usr/bin/env bash
set -euo pipefail
# The reference verifier of Standard Webhooks in a receiver that is built on `Request` and `Headers` (a worker, a route of a
# web framework), and with a body that is signed but is no JSON.
#
# standardwebhooks 1.1.1 (npm), Node.js 20 or later
#
# A good guess: `verify(body, request.headers)` finds the headers that are there, since it reads names without their case;
# and whatever is signed as it should be is returned, or else the error is its `WebhookVerificationError`, which a receiver
# answers with 400.
#
# What happens: it walks `Object.keys(headers)`, of which `Headers` has none, and says that the headers are missing; only
# a plain object works (`Object.fromEntries(request.headers)`). A signature that is right is followed by `JSON.parse`, whose
# SyntaxError passes through, so that such a receiver answers 500 and is sent the same again. An empty body is returned
# as undefined.
#
# Seen:
#   plain object: returned {"a":1}
#   Headers: WebhookVerificationError Missing required headers
#   signed text: SyntaxError
#   signed, empty: returned undefined

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" standardwebhooks@1.1.1
cat >verify.cjs <<'JS'
const { Webhook } = require('standardwebhooks')
const webhook = new Webhook(Buffer.from('a secret of thirty-two bytes: ok').toString('base64'))
const now = new Date()
const signed = (body) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': webhook.sign('msg_1', now, body),
})
const told = (name, body, headers) => {
  try {
    console.log(`${name}: returned ${JSON.stringify(webhook.verify(body, headers))}`)
  } catch (error) {
    const isTheirs = error.constructor.name === 'WebhookVerificationError'
    console.log(`${name}: ${error.constructor.name}${isTheirs ? ` ${error.message}` : ''}`)
  }
}
told('plain object', '{"a":1}', signed('{"a":1}'))
told('Headers', '{"a":1}', new Headers(signed('{"a":1}')))
told('signed text', 'hello', signed('hello'))
told('signed, empty', '', signed(''))
JS
cat >expected.txt <<'TXT'
plain object: returned {"a":1}
Headers: WebhookVerificationError Missing required headers
signed text: SyntaxError
signed, empty: returned undefined
TXT
node verify.cjs | tee got.txt
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
