/** Words of the runtime, a library or a stack trace, which no answer may contain. */
export const runtimeWords =
  /Maximum call stack|Cannot read propert|is not a function|is not iterable|\bat (?:Object|async|new|file:)|\bat .+:\d+:\d+|\b(?:Type|Range|Reference|Syntax|URI|Assertion)Error\b|ECONN|ENOENT|EPIPE|node_modules|\/src\/|\/dist\/|prisma|in JSON at|Unexpected token|Unexpected end of|incorrect header check|invalid (?:distance|stored block|block type)|URI malformed|Invalid URL|ERR_[A-Z]/i
