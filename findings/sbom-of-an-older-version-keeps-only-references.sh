#!/usr/bin/env bash
set -euo pipefail
# A bill of materials about a configuration, its state and a module, written for three versions of CycloneDX by the
# library of that project.
#
# @cyclonedx/cyclonedx-library 10.3.0 (npm)
#
# A good guess: what a version of the format cannot hold is an error of its serializer, or the nearest kind that it
# knows; what is left out is left out everywhere, so that the file stays one that fits together.
#
# What happens: a component of a kind that came later (`data` and `platform` with 1.5, `cryptographic-asset` with 1.6)
# is left out without a word, even the one that the whole bill is about: `metadata` is empty. Its reference stays in
# `dependencies`, with what it depends on, and names nothing. In any version, of a component's licenses the first
# expression alone is written, whatever else stands beside it.
#
# Seen (components, root, references without a component):
#   1.4   module                        none            configuration state engine key
#   1.5   module state engine           configuration   key
#   1.6   module state engine key       configuration   none
#   MPL-2.0, MIT OR Apache-2.0 and BSD-3-Clause as licenses: MIT OR Apache-2.0

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @cyclonedx/cyclonedx-library@10.3.0
cat >write.mjs <<'JS'
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
const { ComponentType } = Enums
const component = (type, name) => new Models.Component(type, name, { bomRef: name })
const module = component(ComponentType.Library, 'module')
module.licenses.add(new Models.SpdxLicense('MPL-2.0'))
module.licenses.add(new Models.LicenseExpression('MIT OR Apache-2.0'))
module.licenses.add(new Models.LicenseExpression('BSD-3-Clause'))
const bom = new Models.Bom()
bom.metadata.component = component(ComponentType.Data, 'configuration')
bom.metadata.component.dependencies.add(module.bomRef)
bom.components.add(module)
bom.components.add(component(ComponentType.Data, 'state'))
bom.components.add(component(ComponentType.Platform, 'engine'))
bom.components.add(component(ComponentType.CryptographicAsset, 'key'))
const list = (names) => names.join(' ') || 'none'
for (const version of ['1.4', '1.5', '1.6']) {
  const normal = new Serialize.JSON.Normalize.Factory(Spec[`Spec${version.replace('.', 'dot')}`])
  const { metadata, components, dependencies } = JSON.parse(new Serialize.JsonSerializer(normal).serialize(bom))
  const root = metadata.component ? [metadata.component.name] : []
  const names = components.map(({ name }) => name)
  const lost = dependencies.map(({ ref }) => ref).filter((ref) => ![...root, ...names].includes(ref))
  console.log(`${version}: ${list(names)}; root ${list(root)}; references without a component: ${list(lost)}`)
  console.log(`${version}: licenses ${JSON.stringify(components[0].licenses)}`)
}
JS
node write.mjs | tee got.txt
cat >expected.txt <<'TXT'
1.4: module; root none; references without a component: configuration state engine key
1.4: licenses [{"expression":"MIT OR Apache-2.0"}]
1.5: module state engine; root configuration; references without a component: key
1.5: licenses [{"expression":"MIT OR Apache-2.0"}]
1.6: module state engine key; root configuration; references without a component: none
1.6: licenses [{"expression":"MIT OR Apache-2.0"}]
TXT
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
