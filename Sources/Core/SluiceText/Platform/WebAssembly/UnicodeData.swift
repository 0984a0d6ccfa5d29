/// The tables of the browser: those of the standard library are a tenth of a module.
extension Unicode.Scalar {
  /// The group of the scalar's general category.
  package var category: Category { Category(rawValue: categoryOf(value)) ?? .other }

  /// The scalars of the lowercase form.
  package var lowercaseForm: [Unicode.Scalar] {
    // The only scalar with a lowercase form of two (Unicode, SpecialCasing.txt).
    self == "\u{130}" ? ["i", "\u{307}"] : [Unicode.Scalar(lowercaseOf(value)) ?? self]
  }
}

/// Returns the raw value of a ``Category``.
@_extern(wasm, module: "host", name: "categoryOf")
@_extern(c)
private func categoryOf(_ scalar: UInt32) -> Int

/// Returns the first scalar of the lowercase form.
@_extern(wasm, module: "host", name: "lowercaseOf")
@_extern(c)
private func lowercaseOf(_ scalar: UInt32) -> UInt32
