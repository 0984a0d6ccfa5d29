import SluiceConversion

extension BrowserProblem: DescribedError {}
