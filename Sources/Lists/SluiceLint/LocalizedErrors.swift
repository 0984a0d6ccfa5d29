import SluiceConversion

extension LintBaseline.Problem: DescribedError {}
