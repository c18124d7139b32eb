// `import CreateML` alone brings models and Foundation, as on Apple's systems.

@_exported public import CoreML
@_exported public import Foundation
