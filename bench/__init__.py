"""Speed and memory as ratios within one run: `make bench`. No value is compared with one from another day."""
