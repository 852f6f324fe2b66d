module "network" {
  source = "../.."
  name   = "shop"
  zones  = ["a", "b", "c"]
  cidr   = "10.20.0.0/16"
}

module "peering" {
  source = "../../modules/peering"
  left   = "shop"
  right  = "ledger"
}

output "subnets" {
  value = module.network.subnets
}
