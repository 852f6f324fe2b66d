provider "aws" {
  region = "eu-central-1"
}

module "network" {
  source = "../.."
  name   = "shop"
  zones  = ["a", "b", "c"]
  cidr   = "10.20.0.0/16"
  nat    = { enabled = true, per_zone = true }
  labels = { team = "storefront" }
}

data "aws_vpc" "ledger" {
  tags = { Name = "ledger" }
}

module "peering" {
  source = "../../modules/peering"
  left   = module.network.id
  right  = data.aws_vpc.ledger.id
}

output "subnets" {
  value       = module.network.subnets
  description = "The addresses of each subnet, by its id."
}
