import { Dice } from './dice.js'

const list = (text: string): string[] => text.trim().split(/\s+/)

/** What modules are about, the most usual first. */
export const subjects = list(`
  network cluster database storage bucket security-group load-balancer vpc iam-role dns queue cache function registry
  gateway firewall vpn monitoring logging alerting secret key-vault certificate cdn instance autoscaling subnet peering
  backup scheduler pipeline container service-mesh ingress namespace event-bus stream topic warehouse data-lake search
  graph notebook identity policy budget tagging bastion proxy mail webhook static-site api edge transit-gateway route
  endpoint private-link snapshot volume file-share object-lock replication failover audit compliance scanner artifact`)

export const purposes = list(`
  baseline standard shared platform regional global private public internal production sandbox encrypted managed
  serverless multi-zone high-availability minimal complete hardened legacy edge tenant analytics payments identity web
  mobile partner research archive disaster-recovery`)

export const providers = list(`
  aws azurerm google kubernetes helm oci vsphere openstack digitalocean cloudflare datadog github gitlab vault consul
  nomad postgresql mysql mongodb kafka local null random tls`)

const usual = list(`
  the a of to and is in for with this module that be are by on it as or resources from creates an will you can which
  if not use network each default set when name configuration all example one provider value version used must may
  account region optional list subnet create access tags policy cluster application between role data instance
  enable private security group true string object map service number false required traffic rules output input
  identifier encryption public route zone cloud key storage deployed traffic managed logs bucket same only attached
  every own other given its more than has have also where should please note see usage requirements inputs outputs
  license authors contributing submodules examples basic complete advanced simple quick start install upgrade notes
  breaking changes terms support team platform engineering operations cost limits quotas alarms dashboards metrics`)

const beginnings = list(
  'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xa yo zu bra cle dri flo gra pli sto tre',
)
const middles = list('bo ca de fi go la me ni po ra se ti vu ndo rke ste lli mpa rna')
const ends = list('n r s t l m d x nd rt st lis ter mon ral den wick')

/** Every word of the texts: some two hundred usual ones, then twenty thousand that are ever rarer. */
export const vocabulary: readonly string[] = [...new Set([...usual, ...rareWords(20_000)])]

function rareWords(count: number): string[] {
  const dice = new Dice(7)
  return dice.many(count, () => {
    const middle = dice.many(dice.between(0, 2), () => dice.pick(middles)).join('')
    return `${dice.pick(beginnings)}${middle}${dice.pick(ends)}`
  })
}
