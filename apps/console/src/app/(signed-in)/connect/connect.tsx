'use client'

import { SegmentedControl, Stack, Text } from '@mantine/core'
import { isMadeUpHost, needsHostBlock, registryHost } from '@engine/shared'
import { type ReactNode, useState } from 'react'
import {
  type CliFacts,
  cliConfiguration,
  cliName,
  configurationFile,
  loginCommand,
} from '~/app/(signed-in)/modules/[organization]/[name]/[provider]/words'
import type { ConnectCliQuery } from '~/data/generated/graphql'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { CodeToCopy } from '~/ui/code-to-copy'
import { HostFault } from '~/ui/feedback/host-fault'
import { LinkButton, TextLink } from '~/ui/links'
import { PageHeader } from '~/ui/page-header'
import { Section } from '~/ui/section'
import { listed } from '~/ui/text'
import { Note } from '~/ui/texts'
import { WithRail } from '~/ui/with-rail'
import { Abilities, type Form } from './abilities'
import {
  canMirror,
  mirrorConfiguration,
  mirrorLockCommand,
  type Origin,
  originConfiguration,
  originsOf,
  tokenExport,
} from './configuration'
import classes from './connect.module.css'
import { MissingEngineName } from './missing-engine-name'

/**
 * Configuration that a CLI needs to install from here: for this registry, and for each origin of public
 * providers.
 */
export function Connect({ found: { cli, publicProviderSettings } }: { found: ConnectCliQuery }) {
  const origins = originsOf(publicProviderSettings)
  const isAdministrator = useMay('SITE_ORGANIZATIONS_WRITE')
  return (
    <>
      <PageHeader
        title="Connect the CLI"
        actions={
          <LinkButton
            href={paths.tokens({ dialog: 'create', scope: 'registry' })}
            variant={origins.length === 0 && !needsHostBlock(cli.publicUrl) ? 'default' : 'filled'}
          >
            New token
          </LinkButton>
        }
      />
      {cli.words.length === 0 && <MissingEngineName isAdministrator={isAdministrator} />}
      <WithRail rail={<Check cli={cli} hasOrigins={origins.length > 0} />}>
        {origins.length > 0 && <PublicProviders cli={cli} origins={origins} />}
        <ThisRegistry cli={cli} />
        {origins.length === 0 && <NoPublicRegistry isAdministrator={isAdministrator} />}
      </WithRail>
    </>
  )
}

type OriginsProps = { cli: CliFacts; origins: readonly Origin[] }

/** Both ways to install public providers from here, the one with words first. */
function PublicProviders({ cli, origins }: OriginsProps) {
  const [form, setForm] = useState<Form>('host')
  return (
    <Section title="Public providers">
      <Stack gap="sm">
        <Text size="sm">
          The CLI then asks this site for the providers of {listed(origins.map(({ host }) => host))}. Sources
          and lock files stay as they are.
        </Text>
        <SegmentedControl
          aria-label="Form of the configuration"
          data={[
            { value: 'host', label: 'Host block' },
            { value: 'mirror', label: 'Network mirror' },
          ]}
          value={form}
          onChange={(value) => setForm(value === 'mirror' ? 'mirror' : 'host')}
          style={{ alignSelf: 'flex-start' }}
        />
        <Abilities of={form} />
        {form === 'host' ? (
          <>
            <IntoFile cli={cli} />
            {origins.map((origin) => (
              <OneOrigin key={origin.host} cli={cli} origin={origin} />
            ))}
          </>
        ) : (
          <Mirror cli={cli} origins={origins} />
        )}
      </Stack>
    </Section>
  )
}

function Mirror({ cli, origins }: OriginsProps) {
  if (!canMirror(cli))
    return (
      <Note>
        The CLI uses a network mirror over https only, and the address of this site is {cli.publicUrl}. Use
        the host block, or ask the operator for an https address in <code>PUBLIC_URL</code>.
      </Note>
    )
  return (
    <>
      <IntoFile cli={cli} />
      <CodeToCopy
        text={mirrorConfiguration(cli, origins)}
        what="the configuration for the network mirror"
        language="hcl"
      />
      <Note>Lock files get the checksums of further platforms by this command:</Note>
      <CodeToCopy text={mirrorLockCommand(cli)} what="the command for lock files" language="bash" />
    </>
  )
}

function OneOrigin({ cli, origin }: { cli: CliFacts; origin: Origin }) {
  const variable = tokenExport(origin)
  return (
    <>
      <CodeToCopy
        text={originConfiguration(cli, origin)}
        what={`the configuration for ${origin.host}`}
        language="hcl"
      />
      {variable !== undefined && (
        <>
          <Note>In CI this variable can hold the token, in place of the second block:</Note>
          <CodeToCopy text={variable} what={`the variable for ${origin.host}`} language="bash" />
        </>
      )}
    </>
  )
}

/** Site administrators alone can do something about it. */
function NoPublicRegistry({ isAdministrator }: { isAdministrator: boolean }) {
  return (
    <Section title="Public providers">
      {isAdministrator ? (
        <Note>
          They do not come through this site. Set <code>PUBLIC_REGISTRY_URL</code> to the address of the
          public registry and restart the API: this page then says how the CLI requests them here.
        </Note>
      ) : (
        <Note>
          They do not come through this site: the CLI gets them from the public registry, without any
          configuration.
        </Note>
      )}
    </Section>
  )
}

const ThisRegistry = ({ cli }: { cli: CliFacts }) => (
  <Section title="Modules and providers published here">
    <Stack gap="sm">
      <HostFault publicUrl={cli.publicUrl} />
      {needsHostBlock(cli.publicUrl) ? (
        <>
          <IntoFile cli={cli} />
          <CodeToCopy text={cliConfiguration(cli)} what="the configuration of the CLI" language="hcl" />
          <MadeUpName publicUrl={cli.publicUrl} />
        </>
      ) : (
        <>
          <Text size="sm">Run this once for each machine: it opens the browser and stores a token.</Text>
          <CodeToCopy text={loginCommand(cli)} what="the login command" language="bash" />
        </>
      )}
    </Stack>
  </Section>
)

/** Says what the name in the block is, where the platform has no name that the CLI accepts. */
const MadeUpName = ({ publicUrl }: { publicUrl: string }) =>
  isMadeUpHost(publicUrl) && (
    <Note>
      <code>{registryHost(publicUrl)}</code> stands for this site in the addresses of modules: the CLI accepts
      only names with a dot, and <code>{new URL(publicUrl).host}</code> has none. Nothing has to resolve it.
      The <code>host</code> block leads the CLI to {publicUrl}, and every machine needs it. With a separate
      address, such as https://registry.example.com, the site needs no block: the operator sets it as{' '}
      <code>PUBLIC_URL</code>.
    </Note>
  )

const IntoFile = ({ cli }: { cli: CliFacts }) => (
  <Text size="sm">
    This goes into <code>{configurationFile(cli)}</code>, with{' '}
    <TextLink href={paths.tokens({ dialog: 'create', scope: 'registry' })}>a token</TextLink> in place of the
    dots.
  </Text>
)

const Check = ({ cli, hasOrigins }: { cli: CliFacts; hasOrigins: boolean }) => (
  <Section title="Check that it works">
    <Text size="sm">
      Run <code>{cliName(cli)} init</code> in a folder that{' '}
      {hasOrigins ? 'requires a provider' : 'uses a module of this registry'}.{' '}
      <TextLink href={paths.tokens()}>My tokens</TextLink> then shows that the token was just used. If init
      fails, find its message here:
    </Text>
    <dl className={classes['lines']}>
      {hasOrigins && (
        <>
          <Line text="… is not approved for acme. Ask for it: https://…">
            The link names whom to ask. Owners list the provider there with one click.
          </Line>
          <Line text="… 5.83.0 is held until 2026-12-01 09:00 UTC">
            The version is new and held. Older ones install.
          </Line>
        </>
      )}
      <Line text="rejected the given authentication credentials">
        The token is missing, wrong or expired.
      </Line>
      {hasOrigins && (
        <Line text="does not provide a modules service">
          A line of the <code>host</code> block is missing: copy it whole.
        </Line>
      )}
    </dl>
  </Section>
)

/** Line that a terminal prints, with its meaning. */
const Line = ({ text, children }: { text: string; children: ReactNode }) => (
  <div>
    <dt>
      <code>{text}</code>
    </dt>
    <dd>{children}</dd>
  </div>
)
