output "id" {
  value       = aws_vpc.this.id
  description = "The id of the network, by which others peer with it."
}

output "subnets" {
  value       = { for index, id in concat(module.private.ids, module.public.ids) : id => local.ranges[index] }
  description = "The addresses of each subnet, by its id."
}

output "private_subnet_ids" {
  value       = module.private.ids
  description = "Where machines belong that nobody outside speaks to, in the order of the zones."
}

output "public_subnet_ids" {
  value       = module.public.ids
  description = "Where load balancers belong; none in a private network."
}

output "outside_addresses" {
  value       = aws_nat_gateway.this[*].public_ip
  description = "By which the outside sees what the private subnets ask for."
}

output "cidr" {
  value       = aws_vpc.this.cidr_block
  description = "The addresses of the whole network."
}

output "zones" {
  value       = local.zones
  description = "The zones it lies in."
}
