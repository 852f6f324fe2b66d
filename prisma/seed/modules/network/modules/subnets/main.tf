variable "name" {
  type        = string
  description = "Each subnet gets it, with its zone."
}

variable "network_id" {
  type        = string
  description = "The network they are made in."
}

variable "ranges" {
  type        = list(string)
  description = "The addresses of each; as many subnets are made."
}

variable "zones" {
  type        = list(string)
  description = "Where each lies, in the order of the ranges."
}

variable "labels" {
  type        = map(string)
  default     = {}
  description = "Put on each subnet."
}

resource "aws_subnet" "this" {
  count             = length(var.ranges)
  vpc_id            = var.network_id
  cidr_block        = var.ranges[count.index]
  availability_zone = var.zones[count.index]
  tags              = merge(var.labels, { Name = "${var.name}-${var.zones[count.index]}" })
}

output "ids" {
  value       = aws_subnet.this[*].id
  description = "In the order of the ranges."
}
