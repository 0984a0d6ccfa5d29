import SluiceConversion

extension EngineProblem: DescribedError {}
extension ListSourceProblem: DescribedError {}
extension Protection.UpdateProblem: DescribedError {}
extension StoreProblem: DescribedError {}
