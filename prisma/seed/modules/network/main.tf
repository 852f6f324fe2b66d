terraform {
  required_version = ">= 1.5"
}

locals {
  subnets = cidrsubnets(var.cidr, [for zone in var.zones : 4]...)
}

module "subnets" {
  source = "./modules/subnets"
  name   = var.name
  ranges = local.subnets
}
