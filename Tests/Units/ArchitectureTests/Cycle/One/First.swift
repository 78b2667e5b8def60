struct First { var second: Second? }
