provider "aws" {
  region = "eu-central-1"
}

module "orders" {
  source = "../.."
  name   = "orders"
  fifo   = true
}

output "url" {
  value       = module.orders.url
  description = "Where the shop puts its orders."
}
