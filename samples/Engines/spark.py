"""Fetches units of work with Spark, in shards as img2dataset lays them out (shards.py, in the same folder).

Spark counts the lines of each host, and gives each part, with all lines of its hosts, to one executor at a time.
A part whose executor died is run again; what it had fetched is not fetched again.

usage: spark-submit spark.py UNITS OUTPUT [--shard-size N] [--output-format FORMAT]
                             OPTION of 'photomirror fetch'...
"""

import operator
import os
import sys

from pyspark.sql import SparkSession

folder = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, folder)
import shards  # noqa: E402

options = shards.parse_arguments()
spark = SparkSession.builder.appName("photomirror").getOrCreate()
context = spark.sparkContext
context.addPyFile(os.path.join(folder, "shards.py"))

# Empty lines have no result.
lines = context.textFile(options.units).filter(str.strip)
plan = shards.Plan(lines.map(shards.host_of).countByValue(), options.shard_size)
parts = lines.keyBy(lambda line: plan.part_of[shards.host_of(line)])
done = parts.partitionBy(plan.parts, int).mapPartitionsWithIndex(
    lambda part, pairs: [shards.work(part, [line for _, line in pairs], plan, options)]
)
print(dict(done.reduce(operator.add)) if plan.parts else {})
spark.stop()
