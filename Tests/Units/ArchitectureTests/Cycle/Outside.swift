struct Outside { var fourth: [Fourth] }
