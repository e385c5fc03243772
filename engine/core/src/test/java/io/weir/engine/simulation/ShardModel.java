package io.weir.engine.simulation;

import io.weir.engine.simulation.Operation.Hearing;
import io.weir.engine.simulation.Operation.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The possible content of a shard, given the requests to it and its answers: a prefix of the
 * operations that it did not refuse, in the order in which they were sent.
 */
final class ShardModel {

  /**
   * The result of a comparison after an opening: the smallest and the largest number of present
   * operations. They differ when an operation changes nothing.
   */
  record Found(List<Operation> operations, int atLeast, int atMost) {

    List<Operation> surelyThere() {
      return operations.subList(0, atLeast);
    }

    List<Operation> surelyLost() {
      return operations.subList(atMost, operations.size());
    }
  }

  private Map<String, Integer> cells = new TreeMap<>();
  private final List<Operation> operations = new ArrayList<>();
  private int promised;
  private long highestTicks;
  private boolean disturbed;

  void sent(Operation operation, int at) {
    operation.sent(at, highestTicks);
    operations.add(operation);
  }

  /**
   * Records an acknowledgement. Timestamps of a shard rise in the order in which it completes
   * operations. Users receive outcomes in that order too, except those that wait for earlier lines.
   */
  void answered(Operation operation) {
    var before = operation.hearing == Hearing.AT_ONCE ? highestTicks : operation.ticksBefore();
    if (operation.ticks() <= before) {
      throw new AssertionError(
          "Timestamp went back before=" + before + " ticks=" + operation.ticks() + " " + operation);
    }
    highestTicks = Math.max(highestTicks, operation.ticks());
  }

  /**
   * Records that the disk may fail from now until the store is opened again: an operation whose
   * outcome was not received may have been lost or refused alone.
   */
  void disturbed() {
    disturbed = true;
  }

  /** Returns the number of operations whose outcome may be settled before the user receives it. */
  long unheard() {
    return operations.stream().filter(Operation::isUnheard).count();
  }

  /** Requires everything acknowledged so far to be present from now on. */
  void promise() {
    for (var i = operations.size(); i > promised; i--) {
      if (operations.get(i - 1).outcome() == Outcome.DONE) {
        promised = i;
        return;
      }
    }
  }

  /**
   * Records that the log continued after a failure: operations with an unknown outcome did not
   * happen.
   */
  void forgetUnknown() {
    forgetUnknownBefore(operations.size());
  }

  /**
   * Records that the shard continued with this operation: earlier operations with an unknown
   * outcome did not happen.
   */
  void forgetUnknownBefore(Operation operation) {
    forgetUnknownBefore(operations.indexOf(operation));
  }

  private void forgetUnknownBefore(int end) {
    var went = without(end, Set.of());
    operations.clear();
    operations.addAll(went.operations());
    promised = went.promised();
  }

  /**
   * Compares the model with the visible cells of an opened store, and continues from them.
   *
   * @param visible tells which cells can be seen: those of existing tables
   */
  Found found(Map<String, Integer> shown, Predicate<String> visible, String what) {
    var found = explanations()
        .map(explanation -> explanation.found(cells, shown, visible))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> new AssertionError("the content is not a prefix of the requests "
            + what + "\n shown    " + shown + "\n before   " + cells + "\n promised "
            + operations.subList(0, promised) + "\n then     "
            + operations.subList(promised, operations.size())));
    cells = new TreeMap<>(shown); // invisible cells leave no trace: their table's id may be reused
    operations.clear();
    promised = 0;
    disturbed = false;
    return found;
  }

  /**
   * Returns the possible histories. No operation is lost before one that is present, with one
   * exception. If the outcome of operations was reported as unknown, the shard may have continued
   * without them. Later operations are then present although their outcome was not received yet.
   * Pending operations may also be missing that would have been reported as unknown or refused.
   */
  private Stream<Explanation> explanations() {
    return IntStream.rangeClosed(0, operations.size())
        .filter(end -> end == 0 || operations.get(end - 1).outcome() == Outcome.UNKNOWN)
        .boxed()
        .flatMap(end -> lostUnheard().map(lost -> without(end, lost)));
  }

  /** Returns every subset of the operations whose outcome was not received, the empty set first. */
  private Stream<Set<Operation>> lostUnheard() {
    var unheard = disturbed
        ? operations.stream().filter(Operation::isUnheard).toList()
        : List.<Operation>of();
    return IntStream.range(0, 1 << unheard.size())
        .mapToObj(choice -> IntStream.range(0, unheard.size())
            .filter(i -> (choice >> i & 1) == 1)
            .mapToObj(unheard::get)
            .collect(Collectors.toSet()));
  }

  private Explanation without(int end, Set<Operation> lost) {
    var kept = new ArrayList<Operation>();
    var keptPromised = 0;
    for (var i = 0; i < operations.size(); i++) {
      var operation = operations.get(i);
      var isLost = i < end && operation.outcome() == Outcome.UNKNOWN || lost.contains(operation);
      if (!isLost) {
        kept.add(operation);
        keptPromised += i < promised ? 1 : 0;
      }
    }
    return new Explanation(kept, keptPromised);
  }

  /** Continues with the highest Timestamp that the found entities show. */
  void continueTicksFrom(long ticks) {
    highestTicks = ticks;
  }

  long highestTicks() {
    return highestTicks;
  }
}
