provider "aws" {
  region = "eu-central-1"
}

module "archive" {
  source    = "../.."
  name      = "ledger-archive"
  keep_days = 3650
  readers   = ["auditor"]
}
