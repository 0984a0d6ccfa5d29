import SluiceConversion

extension PageReportProblem: DescribedError {}
extension SurrogateScript.Problem: DescribedError {}
