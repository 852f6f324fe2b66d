import { dictionary } from '@zxcvbn-ts/language-en'

const list = (text: string): string[] => text.trim().split(/\s+/)

/** Subjects of modules, the most usual first. */
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

/** Every word of the texts: those of Wikipedia, the most usual first. */
export const vocabulary: readonly string[] = dictionary['wikipedia-en']
  .filter((word) => /^[a-z]+$/.test(word))
  .slice(0, 20_000)
