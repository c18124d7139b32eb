// `import SoundAnalysis` alone brings time, audio buffers, models and Foundation, as on Apple's systems.

@_exported public import AVFAudio
@_exported public import CoreML
@_exported public import CoreMedia
@_exported public import Foundation
