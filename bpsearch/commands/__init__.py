"""The commands of the program, one module each: parse, call, print."""
