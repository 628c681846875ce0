"""Speed and memory as ratios in one run: `make bench`. Nothing is compared with a number of another day."""
