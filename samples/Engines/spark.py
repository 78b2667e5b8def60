"""Fetches units of work with Spark: each part of the lines is piped through 'photomirror fetch'.

A part that fails for a passing reason is run again by Spark; what is stored already is not fetched again.

usage: spark-submit spark.py UNITS RESULTS OPTION of 'photomirror fetch'…
"""

import os
import shlex
import sys

from pyspark.sql import SparkSession

PART = 500

units, results, *options = sys.argv[1:]
command = shlex.join(["photomirror", "fetch", *options])
# Spark gives the command no other environment than this one.
names = ("PATH", "HOME", "TMPDIR", "no_proxy", "http_proxy", "https_proxy")
environment = {
    name: value
    for name, value in os.environ.items()
    if name in names or name.startswith("AWS_")
}

spark = SparkSession.builder.appName("photomirror").getOrCreate()
lines = spark.sparkContext.textFile(units)
parts = lines.repartition(max(2, lines.count() // PART))
parts.pipe(command, env=environment, checkCode=True).saveAsTextFile(results)
spark.stop()
