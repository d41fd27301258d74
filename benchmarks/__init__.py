"""Measurements that answer questions a player could ask: `python -m benchmarks.NAME`, or all with
`make bench`.

Machines are noisy, so what counts are the ratios between things measured side by side in one run.
"""
