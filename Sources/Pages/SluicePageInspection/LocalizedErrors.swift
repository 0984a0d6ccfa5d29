import SluiceConversion
import SluiceDocuments

extension HTMLProblem: DescribedError {}
extension RequestFault: DescribedError {}
extension SavedPageProblem: DescribedError {}
