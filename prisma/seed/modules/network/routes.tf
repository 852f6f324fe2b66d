resource "aws_internet_gateway" "this" {
  count  = var.private_only ? 0 : 1
  vpc_id = aws_vpc.this.id
  tags   = local.labels
}

resource "aws_route_table" "public" {
  count  = length(aws_internet_gateway.this)
  vpc_id = aws_vpc.this.id
  tags   = merge(local.labels, { Name = "${var.name}-public" })
}

resource "aws_route" "outside" {
  count                  = length(aws_route_table.public)
  route_table_id         = aws_route_table.public[0].id
  destination_cidr_block = "0.0.0.0/0"
  gateway_id             = aws_internet_gateway.this[0].id
}

resource "aws_route_table_association" "public" {
  count          = length(module.public.ids)
  subnet_id      = module.public.ids[count.index]
  route_table_id = aws_route_table.public[0].id
}

resource "aws_eip" "nat" {
  count  = length(local.nats) - length(var.nat.addresses) > 0 ? length(local.nats) - length(var.nat.addresses) : 0
  domain = "vpc"
  tags   = local.labels
}

resource "aws_nat_gateway" "this" {
  count         = length(local.nats)
  allocation_id = concat(var.nat.addresses, aws_eip.nat[*].allocation_id)[count.index]
  subnet_id     = module.public.ids[count.index]
  tags          = merge(local.labels, { Name = "${var.name}-${local.nats[count.index]}" })
}

resource "aws_route_table" "private" {
  count  = length(var.zones)
  vpc_id = aws_vpc.this.id
  tags   = merge(local.labels, { Name = "${var.name}-private-${var.zones[count.index]}" })
}

resource "aws_route" "nat" {
  count                  = length(local.nats) > 0 ? length(var.zones) : 0
  route_table_id         = aws_route_table.private[count.index].id
  destination_cidr_block = "0.0.0.0/0"
  nat_gateway_id         = aws_nat_gateway.this[var.nat.per_zone ? count.index : 0].id
}

resource "aws_route_table_association" "private" {
  count          = length(module.private.ids)
  subnet_id      = module.private.ids[count.index]
  route_table_id = aws_route_table.private[count.index].id
}
