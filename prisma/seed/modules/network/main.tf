data "aws_region" "here" {}

locals {
  # The first half of the ranges is private, so that a network can become public later without moving anything.
  ranges  = cidrsubnets(var.cidr, [for index in range(2 * length(var.zones)) : 4]...)
  zones   = [for zone in var.zones : "${data.aws_region.here.name}${zone}"]
  labels  = merge(var.labels, { network = var.name })
  nats    = var.private_only || !var.nat.enabled ? [] : var.nat.per_zone ? var.zones : slice(var.zones, 0, 1)
  logging = var.flow_logs_days > 0 ? 1 : 0
}

resource "aws_vpc" "this" {
  cidr_block           = var.cidr
  enable_dns_hostnames = true
  tags                 = merge(local.labels, { Name = var.name })
}

resource "aws_vpc_dhcp_options" "this" {
  count               = length(var.dns_servers) > 0 ? 1 : 0
  domain_name_servers = var.dns_servers
  tags                = local.labels
}

resource "aws_vpc_dhcp_options_association" "this" {
  count           = length(aws_vpc_dhcp_options.this)
  vpc_id          = aws_vpc.this.id
  dhcp_options_id = aws_vpc_dhcp_options.this[0].id
}

# Taken over without any rule, so that nothing speaks to anything unless somebody says so.
resource "aws_default_security_group" "closed" {
  vpc_id = aws_vpc.this.id
  tags   = local.labels
}

module "private" {
  source     = "./modules/subnets"
  name       = "${var.name}-private"
  network_id = aws_vpc.this.id
  ranges     = slice(local.ranges, 0, length(var.zones))
  zones      = local.zones
  labels     = local.labels
}

module "public" {
  source     = "./modules/subnets"
  name       = "${var.name}-public"
  network_id = aws_vpc.this.id
  ranges     = var.private_only ? [] : slice(local.ranges, length(var.zones), 2 * length(var.zones))
  zones      = local.zones
  labels     = local.labels
}

module "peering" {
  source   = "./modules/peering"
  for_each = var.peers
  left     = aws_vpc.this.id
  right    = each.value
  labels   = merge(local.labels, { Name = each.key })
}
