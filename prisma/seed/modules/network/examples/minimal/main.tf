provider "aws" {
  region = "eu-central-1"
}

module "network" {
  source = "../.."
  name   = "shop"
  zones  = ["a"]
}
