output "subnets" {
  value       = { for index, range in local.subnets : "${var.name}-${var.zones[index]}" => range }
  description = "The addresses of each subnet, by name."
}

output "cidr" {
  value       = var.cidr
  description = "The addresses of the whole network."
}

output "zones" {
  value       = var.zones
  description = "The zones it lies in."
}
