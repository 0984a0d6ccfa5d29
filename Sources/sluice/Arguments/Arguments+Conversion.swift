import Conversion

extension Arguments {
  /// How to convert, as the flags say.
  var conversionOptions: ConversionOptions {
    var options = ConversionOptions()
    options.target = target
    options.splitsByAction = splits
    options.preferredForm = preferredForm
    options.domainScope = domainScope
    options.maximumRules = maximumRules
    options.maximumBytes = maximumBytes
    options.limitPolicy = limitPolicy
    options.threads = threads
    options.dialect = dialect.dialect
    options.makesSourceMap = !sourceMaps.isEmpty
    for definition in constants {
      if definition.hasSuffix("=false") {
        options.constants.remove(String(definition.dropLast("=false".count)))
      } else {
        options.constants.insert(definition)
      }
    }
    return options
  }
}
