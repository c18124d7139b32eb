/// What the recurrent operations share: direction, outputs and activation functions.
///
/// Input (sequence, batch, inputs) or (sequence, batch, inputs, 1, 1); output the same with the
/// outputs as features, and the whole sequence or only the last step read. Further inputs are the
/// initial states of each direction, further outputs the final ones: h, and c for an LSTM, each of
/// batch times outputs numbers.
package struct Recurrence: Sendable {
  /// A function inside a recurrent cell; its argument is kept within -50 and 50.
  package enum Function: Sendable, Equatable {
    case sigmoid, tanh, relu
    case linear(alpha: Float, beta: Float)
    case scaledTanh(alpha: Float, beta: Float)
    case sigmoidHard(alpha: Float, beta: Float)
  }

  /// Whether every step is returned; otherwise the last one alone.
  package var returnsSequence: Bool
  /// Whether the sequence is read from its end; steps are returned in the order of reading.
  package var isReversed: Bool
  /// Whether the final states are outputs too.
  package var returnsStates: Bool

  package init(returnsSequence: Bool, isReversed: Bool = false, returnsStates: Bool = false) {
    self.returnsSequence = returnsSequence
    self.isReversed = isReversed
    self.returnsStates = returnsStates
  }
}
