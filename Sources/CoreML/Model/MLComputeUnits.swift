/// The processors that a model may use; on Linux the CPU runs all models.
public enum MLComputeUnits: Int, Sendable {
  /// The CPU alone.
  case cpuOnly = 0
  /// The CPU and a GPU.
  case cpuAndGPU = 1
  /// Whatever there is.
  case all = 2
  /// The CPU and a neural engine.
  case cpuAndNeuralEngine = 3
}
