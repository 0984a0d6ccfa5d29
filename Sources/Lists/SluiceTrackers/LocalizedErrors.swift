import SluiceConversion

extension TrackerDataProblem: DescribedError {}
