// Apple's AVFoundation brings its audio half and the time types; here it is exactly these two.

@_exported public import AVFAudio
@_exported public import CoreMedia
