variable "name" {
  type        = string
  description = "What the network is called."
}

variable "cidr" {
  type        = string
  default     = "10.0.0.0/16"
  description = "The addresses of the whole network."
}

locals {
  subnets = cidrsubnets(var.cidr, 4, 4, 4)
}

output "subnets" {
  value       = { for index, range in local.subnets : "${var.name}-${index}" => range }
  description = "The addresses of each subnet, by name."
}
