variable "left" {
  type        = string
  description = "The id of one network."
}

variable "right" {
  type        = string
  description = "The id of the other, in the same account and region."
}

variable "labels" {
  type        = map(string)
  default     = {}
  description = "Put on the connection."
}

data "aws_vpc" "sides" {
  for_each = { left = var.left, right = var.right }
  id       = each.value
}

data "aws_route_tables" "sides" {
  for_each = data.aws_vpc.sides
  vpc_id   = each.value.id
}

resource "aws_vpc_peering_connection" "this" {
  vpc_id      = var.left
  peer_vpc_id = var.right
  auto_accept = true
  tags        = var.labels
}

resource "aws_route" "to_right" {
  for_each                  = toset(data.aws_route_tables.sides["left"].ids)
  route_table_id            = each.value
  destination_cidr_block    = data.aws_vpc.sides["right"].cidr_block
  vpc_peering_connection_id = aws_vpc_peering_connection.this.id
}

resource "aws_route" "to_left" {
  for_each                  = toset(data.aws_route_tables.sides["right"].ids)
  route_table_id            = each.value
  destination_cidr_block    = data.aws_vpc.sides["left"].cidr_block
  vpc_peering_connection_id = aws_vpc_peering_connection.this.id
}

output "id" {
  value       = aws_vpc_peering_connection.this.id
  description = "The id of the connection."
}
